import { assignBuffers } from './buffer-assignment.ts';
import { BYTE_KINDS, type ByteKind, type BytesByKind } from './byte-kind.ts';
import { type LiveBytes, liveBytes, recordOfKinds } from './live-bytes.ts';
import { type ConstantPlacement, type PackedBytes, packConstants } from './packed-constants.ts';
import type { DeviceLimits, SizeVerdict } from './plan-report.ts';
import type { StepProgram } from './step-program.ts';

export type { ConstantPlacement } from './packed-constants.ts';

/** A buffer the page needs beside the programs' own, such as the one results are read back through. */
export interface ExtraBuffer {
  readonly name: string;
  readonly sizeBytes: number;
  readonly kind: ByteKind;
}

/** A persistent buffer, known by name; as large as the largest program asks. */
export interface PlannedBuffer {
  readonly name: string;
  readonly sizeBytes: number;
  readonly kind: ByteKind;
}

/** Every buffer that a set of programs needs on a device, to the byte. `engine/execute` creates exactly these. */
export interface MemoryPlan {
  readonly programs: readonly StepProgram[];
  /** Bytes of each physical buffer that transients share. */
  readonly arena: readonly number[];
  /** `assignment[program][bufferId]` is an index into `arena`; undefined for what is not a transient. */
  readonly assignment: readonly (readonly (number | undefined)[])[];
  /** `offsets[program][bufferId]`: byte at which a transient starts in its physical buffer. */
  readonly offsets: readonly (readonly (number | undefined)[])[];
  readonly persistent: readonly PlannedBuffer[];
  readonly extras: readonly ExtraBuffer[];
  readonly storageConstants: PackedBytes;
  readonly uniformConstants: PackedBytes;
  /** `constantPlacement[program][bufferId]`; undefined for what is not a constant. */
  readonly constantPlacement: readonly (readonly (ConstantPlacement | undefined)[])[];
  /** Every byte: arena, persistent buffers, extras and constants. */
  readonly peakBytes: number;
  /**
   * The same bytes by kind; sums to `peakBytes`. Arena: what is alive at the fullest command of all programs by its
   * kind, the rest as `other`. Constants count as `other`.
   */
  readonly bytes: BytesByKind;
  /** `peakBytes` with the arena replaced by the bytes alive at the fullest command. */
  readonly lowerBoundBytes: number;
  readonly largestBufferBytes: number;
  /** Largest storage binding of any dispatch. */
  readonly largestBindingBytes: number;
}

/**
 * Plans the memory of programs that run one after another and share persistent buffers by name.
 *
 * @throws Error when programs disagree on the kind of a persistent buffer, or a name is used twice.
 */
export function planMemory(
  programs: readonly StepProgram[],
  extras: readonly ExtraBuffer[],
  limits: DeviceLimits,
): MemoryPlan {
  const { physicalBytes: arena, assignment, offsets } = assignBuffers(programs, limits.minStorageBufferOffsetAlignment);
  const persistent = persistentBuffers(programs, extras);
  const constants = packConstants(
    programs,
    limits.minStorageBufferOffsetAlignment,
    limits.minUniformBufferOffsetAlignment,
  );
  const constantBytes = constants.storage.sizeBytes + constants.uniform.sizeBytes;
  const fullest = fullestCommand(programs);

  const bytes = recordOfKinds((kind) => fullest[kind]);
  const aliveBytes = sum(BYTE_KINDS.map((kind) => bytes[kind]));
  const arenaBytes = sum(arena);
  bytes.other += arenaBytes - aliveBytes + constantBytes;
  for (const { kind, sizeBytes } of [...persistent, ...extras]) bytes[kind] += sizeBytes;
  const peakBytes = sum(BYTE_KINDS.map((kind) => bytes[kind]));

  return {
    programs,
    arena,
    assignment,
    offsets,
    persistent,
    extras,
    storageConstants: constants.storage,
    uniformConstants: constants.uniform,
    constantPlacement: constants.placement,
    peakBytes,
    bytes,
    lowerBoundBytes: peakBytes - arenaBytes + aliveBytes,
    largestBufferBytes: Math.max(
      0,
      largest(arena),
      largest([...persistent, ...extras].map(({ sizeBytes }) => sizeBytes)),
      constants.storage.sizeBytes,
      constants.uniform.sizeBytes,
    ),
    largestBindingBytes: largest(programs.map(largestStorageBinding)),
  };
}

/** Whether a plan can run: the device's limits first, since no budget helps against them, then the budget. */
export function planVerdict(plan: MemoryPlan, budgetBytes: number, limits: DeviceLimits): SizeVerdict {
  const asked = [
    ['maxStorageBufferBindingSize', plan.largestBindingBytes],
    ['maxBufferSize', plan.largestBufferBytes],
    ['maxComputeWorkgroupsPerDimension', largest(plan.programs.map(mostWorkgroups))],
  ] as const;
  for (const [limit, value] of asked) {
    if (value > limits[limit]) return { type: 'over-limit', limit, asked: value, allowed: limits[limit] };
  }
  if (plan.peakBytes > budgetBytes) return { type: 'over-budget', overBytes: plan.peakBytes - budgetBytes };
  return { type: 'fits' };
}

function persistentBuffers(programs: readonly StepProgram[], extras: readonly ExtraBuffer[]): PlannedBuffer[] {
  const byName = new Map<string, PlannedBuffer>();
  for (const { kind, sizeBytes, role } of programs.flatMap(({ buffers }) => buffers)) {
    if (role.type !== 'persistent') continue;
    const known = byName.get(role.name);
    if (known && known.kind !== kind) throw new Error(`"${role.name}" is planned as ${known.kind} and as ${kind}.`);
    byName.set(role.name, { name: role.name, kind, sizeBytes: Math.max(sizeBytes, known?.sizeBytes ?? 0) });
  }
  const names = new Set(byName.keys());
  for (const { name } of extras) {
    if (names.has(name)) throw new Error(`Two planned buffers are called "${name}".`);
    names.add(name);
  }
  return [...byName.values()];
}

/** Transient bytes by kind at the command, of any program, where most are alive. */
function fullestCommand(programs: readonly StepProgram[]): BytesByKind {
  let fullest: LiveBytes | undefined;
  for (const program of programs) {
    const live = liveBytes(program);
    if (!fullest || live.peakBytes > fullest.peakBytes) fullest = live;
  }
  return recordOfKinds((kind) => fullest?.byKind[kind][fullest.peakCommand] ?? 0);
}

function largestStorageBinding(program: StepProgram): number {
  let most = 0;
  for (const command of program.commands) {
    if (command.type !== 'dispatch') continue;
    for (const { access, buffer } of command.bindings) {
      if (access !== 'uniform') most = Math.max(most, program.buffers[buffer]?.sizeBytes ?? 0);
    }
  }
  return most;
}

function mostWorkgroups(program: StepProgram): number {
  let most = 0;
  for (const command of program.commands) {
    if (command.type === 'dispatch') most = Math.max(most, ...command.workgroups);
  }
  return most;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

function largest(values: readonly number[]): number {
  return values.reduce((most, value) => Math.max(most, value), 0);
}
