import { type Checkpoint, type CheckpointLayout, UPDATE_STATE_WORDS } from '../../core/checkpoint/checkpoint.ts';
import { bytesOf } from '../../core/checkpoint/safetensors.ts';
import type { OptimizerId } from '../../core/config/training-config.ts';
import type { DeviceMemory } from '../device/device-memory.ts';
import { DeviceFailure, type DeviceWatch } from '../device/device-watch.ts';
import { isFault, type ScopeOutcome, withErrorScopes } from '../device/error-scope.ts';
import type { Executable } from '../execute/executable.ts';
import { mapForReading } from '../execute/map-for-reading.ts';
import type { Model } from '../models/model.ts';
import { parameterName, STATISTICS_NAMES } from '../planning/buffer-names.ts';
import { channelCount } from './running-statistics.ts';
import { optimizerSlots, slotName, UPDATE_STATE_NAME } from './update-program.ts';

/** All that training has changed on the device, between two updates. */
export type RunState = Pick<Checkpoint, 'parameters' | 'slots' | 'updateState' | 'runningStatistics'>;

/** A state comes back in pieces of this size at most: few waits for the device, and little of the budget. */
const STAGING_BYTES = 4 * 1024 ** 2;
/** With less room than this a state of a few MiB would take thousands of waits. */
const SMALLEST_STAGING_BYTES = 4 * 1024;

/** Times that a device may refuse the buffer, or a copy into it. */
const ATTEMPTS = 3;

/** What the arrays of a run are: those of its model and its optimizer, whatever the micro-batch. */
export function checkpointLayout(
  { parameters, normalizations = [] }: Pick<Model, 'parameters' | 'normalizations'>,
  optimizer: OptimizerId,
): CheckpointLayout {
  return {
    parameters: parameters.map(({ name, shape }) => ({ name, shape })),
    slots: optimizerSlots(optimizer),
    statisticsChannels: channelCount(normalizations),
  };
}

export interface StateSource {
  readonly memory: DeviceMemory;
  readonly watch: DeviceWatch;
  readonly executable: Pick<Executable, 'buffer'>;
  /** Bytes that may be allocated beside what is: the budget in force less all that exists. */
  readonly roomBytes: number;
}

/**
 * Copies a state to the host, through one buffer of at most 4 MiB that exists while this runs and is counted like any
 * other. To be called between two updates, or in the middle of one while nothing is submitted: slices change sums alone.
 *
 * @returns `undefined` where the budget or the device has no room for that buffer. Rejects with DeviceFailure.
 */
export async function readRunState(source: StateSource, layout: CheckpointLayout): Promise<RunState | undefined> {
  const state = emptyState(layout);
  const parts = placesOf(state, layout).map(({ name, values }) => ({
    buffer: source.executable.buffer(name),
    bytes: bytesOf(values),
  }));
  return (await copyToHost(source, parts)) ? state : undefined;
}

/** Writes a state where `executable`, of any micro-batch, keeps it. Slices that follow see it. */
export function writeRunState(
  queue: GPUQueue,
  executable: Pick<Executable, 'buffer'>,
  state: RunState,
  layout: CheckpointLayout,
): void {
  for (const { name, values } of placesOf(state, layout)) queue.writeBuffer(executable.buffer(name), 0, values);
}

interface Place {
  /** Of the buffer. */
  readonly name: string;
  readonly values: Float32Array<ArrayBuffer> | Int32Array<ArrayBuffer>;
}

function placesOf(state: RunState, layout: CheckpointLayout): readonly Place[] {
  const named = (
    values: ReadonlyMap<string, Float32Array<ArrayBuffer>> | undefined,
    bufferOf: (name: string) => string,
  ) =>
    layout.parameters.map(({ name }): Place => {
      const array = values?.get(name);
      if (!array) throw new Error(`The state lacks ${bufferOf(name)}.`);
      return { name: bufferOf(name), values: array };
    });
  const statistics = { name: STATISTICS_NAMES.running, values: state.runningStatistics };
  return [
    ...named(state.parameters, parameterName),
    ...layout.slots.flatMap((slot) => named(state.slots.get(slot), (name) => slotName(slot, name))),
    { name: UPDATE_STATE_NAME, values: state.updateState },
    ...(layout.statisticsChannels > 0 ? [statistics] : []),
  ];
}

function emptyState({ parameters, slots, statisticsChannels }: CheckpointLayout): RunState {
  return {
    parameters: zeros(parameters),
    slots: emptySlots({ parameters, slots }),
    updateState: new Int32Array(UPDATE_STATE_WORDS),
    runningStatistics: new Float32Array(2 * statisticsChannels),
  };
}

/** The optimizer's arrays before the first update. */
export function emptySlots({ parameters, slots }: Pick<CheckpointLayout, 'parameters' | 'slots'>): RunState['slots'] {
  return new Map(slots.map((slot) => [slot, zeros(parameters)]));
}

function zeros(parameters: CheckpointLayout['parameters']): RunState['parameters'] {
  return new Map(parameters.map(({ name, shape }) => [name, new Float32Array(shape.reduce((a, b) => a * b, 1))]));
}

interface Part {
  readonly buffer: GPUBuffer;
  /** Where its bytes go. */
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** Some bytes of a part, and where they lie in the staging buffer. */
interface Piece extends Part {
  readonly from: number;
  readonly at: number;
  readonly length: number;
}

/** False where there is no room. */
async function copyToHost(source: StateSource, parts: readonly Part[]): Promise<boolean> {
  const { memory, watch, roomBytes } = source;
  const totalBytes = parts.reduce((sum, { bytes }) => sum + bytes.length, 0);
  const room = Math.max(0, Math.floor(roomBytes / 4) * 4);
  const stagingBytes = Math.min(STAGING_BYTES, totalBytes, room);
  if (stagingBytes < Math.min(SMALLEST_STAGING_BYTES, totalBytes)) return false;
  const staging = await createStaging(source, stagingBytes);
  if (!staging) return false;
  try {
    for (const pieces of loadsOf(parts, stagingBytes)) {
      await copyLoad(source, pieces, staging);
      await mapForReading(watch, staging);
      const mapped = new Uint8Array(staging.getMappedRange());
      for (const { bytes, from, at, length } of pieces) bytes.set(mapped.subarray(at, at + length), from);
      staging.unmap();
    }
    return true;
  } finally {
    memory.destroy(staging);
  }
}

/** Undefined where the device has no room. */
async function createStaging({ memory, watch }: StateSource, sizeBytes: number): Promise<GPUBuffer | undefined> {
  const usage = GPUBufferUsage.MAP_READ | GPUBufferUsage.COPY_DST;
  for (let attempt = 1; ; attempt += 1) {
    const create = () => memory.create('state read-back', sizeBytes, usage);
    const { outcome, value: staging } = await withErrorScopes(memory.device, create);
    if (!isFault(outcome) && !watch.failure) return staging;
    memory.destroy(staging);
    watch.check();
    if (attempt < ATTEMPTS) continue;
    if (outcome.type === 'out-of-memory') return undefined;
    throw refused(outcome);
  }
}

/** Copies pieces into the staging buffer: a copy that is refused is not made at all, and made again. */
async function copyLoad({ memory, watch }: StateSource, pieces: readonly Piece[], staging: GPUBuffer): Promise<void> {
  const { device } = memory;
  for (let attempt = 1; ; attempt += 1) {
    const { outcome } = await withErrorScopes(device, () => {
      const encoder = device.createCommandEncoder();
      for (const { buffer, from, at, length } of pieces) encoder.copyBufferToBuffer(buffer, from, staging, at, length);
      device.queue.submit([encoder.finish()]);
    });
    watch.check();
    if (!isFault(outcome)) return;
    if (attempt === ATTEMPTS) throw refused(outcome);
  }
}

function refused(outcome: ScopeOutcome): DeviceFailure {
  return new DeviceFailure('error', outcome.type === 'ok' ? outcome.type : outcome.detail);
}

/** Cuts parts so that each load fits the staging buffer; small parts share one. */
function* loadsOf(parts: readonly Part[], stagingBytes: number): Generator<readonly Piece[]> {
  let load: Piece[] = [];
  let used = 0;
  for (const part of parts) {
    for (let from = 0; from < part.bytes.length; ) {
      if (used === stagingBytes) {
        yield load;
        load = [];
        used = 0;
      }
      const length = Math.min(part.bytes.length - from, stagingBytes - used);
      load.push({ ...part, from, at: used, length });
      from += length;
      used += length;
    }
  }
  if (load.length > 0) yield load;
}
