import type { OptimizerId } from '../../core/config/training-config.ts';
import type { ByteKind } from '../../core/program/byte-kind.ts';
import type {
  BindingAccess,
  BufferId,
  BufferRole,
  ProgramBuffer,
  ProgramCommand,
  ProgramShader,
  StepProgram,
} from '../../core/program/step-program.ts';
import { ADAM } from '../kernels/adam.ts';
import { elementwiseUpdateWorkgroups } from '../kernels/elementwise-update.ts';
import { FINALIZE_UPDATE } from '../kernels/finalize-update.ts';
import { MOMENTUM, SGD } from '../kernels/sgd.ts';
import { partialSums, SUM_OF_SQUARES, sumOfSquaresWorkgroups } from '../kernels/sum-of-squares.ts';
import { SUM_PARTIALS, SUM_PARTIALS_SUMS, SUM_PARTIALS_WORKGROUPS } from '../kernels/sum-partials.ts';
import { UPDATE_STATISTICS, updateStatisticsWorkgroups } from '../kernels/update-statistics.ts';
import {
  encodeHyperParameters,
  HYPER_PARAMETERS_BYTES,
  UPDATE_SCALARS_BYTES,
  type UpdateSettings,
} from '../kernels/update-structs.ts';
import type { NormalizationSpec } from '../models/model.ts';
import { accumulatorName, METRICS_NAME, parameterName, STATISTICS_NAMES } from '../planning/buffer-names.ts';
import { elementsByChannel } from './running-statistics.ts';
import { METRICS_WORDS, UPDATE_BLOCK_WORDS } from './update-block.ts';

/** Four words: updates made (u32), 1 − β1ᵗ, 1 − β2ᵗ, unused. All zero before the first update. */
export const UPDATE_STATE_NAME = 'update-state';
export const UPDATE_BLOCK_NAME = 'update-block';
const UPDATE_STATE_BYTES = 16;

export const slotName = (slot: string, parameter: string): string => `slot/${slot}/${parameter}`;

interface Rule {
  readonly shader: ProgramShader;
  /** Slots in the order of the shader's bindings. */
  readonly slots: readonly string[];
}

const RULES: Readonly<Record<OptimizerId, Rule>> = {
  adam: { shader: ADAM, slots: ['first-moment', 'second-moment'] },
  adamw: { shader: ADAM, slots: ['first-moment', 'second-moment'] },
  sgd: { shader: SGD, slots: [] },
  momentum: { shader: MOMENTUM, slots: ['momentum'] },
};

/** Slots that an optimizer keeps for each parameter, each as large as the parameter. */
export function optimizerSlots(optimizer: OptimizerId): readonly string[] {
  return RULES[optimizer].slots;
}

export interface UpdatedParameter {
  readonly name: string;
  /** Number of elements, float32. */
  readonly size: number;
}

/**
 * One optimizer update as a program: norm of the whole accumulated gradient, the decision (clipping, finiteness), then
 * one in-place dispatch for each parameter, which also sets its accumulator to zero, and one for all running statistics
 * where there are `normalizations`. All temporaries together stay under 66 KiB, whatever the model's size.
 *
 * The program's shaders depend on the optimizer alone; numbers of a run are a uniform constant, numbers of an update are
 * in the update block (see update-block.ts).
 */
export function buildUpdateProgram(
  parameters: readonly UpdatedParameter[],
  settings: UpdateSettings,
  normalizations: readonly NormalizationSpec[] = [],
): StepProgram {
  const { shader, slots } = RULES[settings.optimizer];
  const builder = new UpdateProgramBuilder([
    SUM_OF_SQUARES,
    SUM_PARTIALS,
    FINALIZE_UPDATE,
    shader,
    ...(normalizations.length > 0 ? [UPDATE_STATISTICS] : []),
  ]);
  const accumulators = parameters.map(({ name, size }) =>
    builder.persistent(accumulatorName(name), 'accumulators', size * 4),
  );
  const hyper = builder.buffer('other', HYPER_PARAMETERS_BYTES, {
    type: 'constant',
    usage: 'uniform',
    data: encodeHyperParameters(settings),
  });
  const sums = addNorm(builder, parameters, accumulators);
  const scalars = builder.transient(UPDATE_SCALARS_BYTES);
  const block = builder.persistent(UPDATE_BLOCK_NAME, 'other', UPDATE_BLOCK_WORDS * 4);
  builder.dispatch(FINALIZE_UPDATE, 1, [
    ['read', sums],
    ['read', block],
    ['write', builder.persistent(UPDATE_STATE_NAME, 'optimizer', UPDATE_STATE_BYTES)],
    ['write', builder.persistent(METRICS_NAME, 'other', METRICS_WORDS * 4)],
    ['write', scalars],
    ['uniform', hyper],
  ]);
  parameters.forEach(({ name, size }, i) => {
    const accumulator = accumulators[i];
    if (accumulator === undefined) throw new Error(`No accumulator for ${name}.`);
    const inPlace = [
      builder.persistent(parameterName(name), 'parameters', size * 4),
      accumulator,
      ...slots.map((slot) => builder.persistent(slotName(slot, name), 'optimizer', size * 4)),
    ];
    builder.dispatch(shader, elementwiseUpdateWorkgroups(size), [
      ...inPlace.map((buffer) => ['write', buffer] as const),
      ['read', scalars],
      ['uniform', hyper],
    ]);
  });
  if (normalizations.length > 0) addStatistics(builder, normalizations, block, scalars);
  return builder.program();
}

function addStatistics(
  builder: UpdateProgramBuilder,
  normalizations: readonly NormalizationSpec[],
  block: BufferId,
  scalars: BufferId,
): void {
  const elements = elementsByChannel(normalizations);
  const bytes = 2 * elements.byteLength;
  const data = new Uint8Array(elements.buffer);
  builder.dispatch(UPDATE_STATISTICS, updateStatisticsWorkgroups(elements.length), [
    ['write', builder.persistent(STATISTICS_NAMES.sums, 'accumulators', bytes)],
    ['write', builder.persistent(STATISTICS_NAMES.running, 'parameters', bytes)],
    ['read', builder.buffer('other', elements.byteLength, { type: 'constant', usage: 'storage', data })],
    ['read', block],
    ['read', scalars],
  ]);
}

/** Adds the sum of squares over all accumulators; returns the buffer of its last 128 terms. */
function addNorm(
  builder: UpdateProgramBuilder,
  parameters: readonly UpdatedParameter[],
  accumulators: readonly BufferId[],
): BufferId {
  const workgroups = parameters.map(({ size }) => sumOfSquaresWorkgroups(size));
  const partials = builder.transient(partialSums(Math.max(1, ...workgroups)) * 4);
  const sums = builder.transient(SUM_PARTIALS_SUMS * 4);
  builder.clear(partials);
  accumulators.forEach((accumulator, i) => {
    builder.dispatch(SUM_OF_SQUARES, workgroups[i] ?? 1, [
      ['read', accumulator],
      ['write', partials],
    ]);
  });
  builder.dispatch(SUM_PARTIALS, SUM_PARTIALS_WORKGROUPS, [
    ['read', partials],
    ['write', sums],
  ]);
  return sums;
}

class UpdateProgramBuilder {
  readonly #shaders: readonly ProgramShader[];
  readonly #buffers: ProgramBuffer[] = [];
  readonly #commands: ProgramCommand[] = [];

  constructor(shaders: readonly ProgramShader[]) {
    this.#shaders = shaders;
  }

  buffer(kind: ByteKind, sizeBytes: number, role: BufferRole): BufferId {
    const id = this.#buffers.length;
    this.#buffers.push({ id, kind, sizeBytes, role });
    return id;
  }

  persistent(name: string, kind: ByteKind, sizeBytes: number): BufferId {
    return this.buffer(kind, sizeBytes, { type: 'persistent', name });
  }

  transient(sizeBytes: number): BufferId {
    return this.buffer('other', sizeBytes, { type: 'transient' });
  }

  clear(target: BufferId): void {
    this.#commands.push({ type: 'clear', target, phase: 'update' });
  }

  /** Binds buffers in the order given, from binding 0. */
  dispatch(shader: ProgramShader, workgroups: number, bound: readonly (readonly [BindingAccess, BufferId])[]): void {
    this.#commands.push({
      type: 'dispatch',
      shader: this.#shaders.indexOf(shader),
      workgroups: [workgroups, 1, 1],
      bindings: bound.map(([access, buffer], binding) => ({ binding, buffer, access })),
      phase: 'update',
    });
  }

  program(): StepProgram {
    return { buffers: this.#buffers, shaders: this.#shaders, commands: this.#commands };
  }
}
