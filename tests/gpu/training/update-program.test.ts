import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { OPTIMIZER_IDS, type OptimizerId } from '../../../src/core/config/training-config.ts';
import type { StepProgram } from '../../../src/core/program/step-program.ts';
import type { UpdateSettings } from '../../../src/engine/kernels/update-structs.ts';
import { accumulatorName, METRICS_NAME, parameterName } from '../../../src/engine/planning/buffer-names.ts';
import {
  METRIC,
  METRICS_WORDS,
  readMetrics,
  UPDATE_BLOCK_WORDS,
  type UpdateMetrics,
  writeUpdateBlock,
} from '../../../src/engine/training/update-block.ts';
import {
  buildUpdateProgram,
  optimizerSlots,
  slotName,
  UPDATE_BLOCK_NAME,
  UPDATE_STATE_NAME,
} from '../../../src/engine/training/update-program.ts';
import golden from '../../fixtures/golden/optimizers.json';
import { ProgramRunner } from '../program-runner.ts';
import { goldenValues, relativeError, sizeOf } from './golden-values.ts';

const PARAMETERS = golden.parameters.map(({ name, shape }) => ({ name, size: sizeOf(shape) }));
const initial = PARAMETERS.map(({ size }, position) => goldenValues(size, position + 1, 1));

/** As scripts/golden/optimizers.py: every 17th value is zero in every update. */
function gradient(update: number, position: number): Float32Array<ArrayBuffer> {
  const scale = golden.gradientScales[update] ?? Number.NaN;
  return goldenValues(PARAMETERS[position]?.size ?? 0, 100 + 10 * update + position, scale).map((value, i) =>
    i % 17 === 3 ? 0 : value,
  );
}

const SETTINGS: Omit<UpdateSettings, 'optimizer'> = {
  momentum: 0.9,
  beta1: 0.9,
  beta2: 0.999,
  epsilon: 1e-8,
  l2: 0.125,
  weightDecay: 0.25,
  clipNorm: 1,
};

let runner: ProgramRunner;
beforeEach(async () => {
  runner = await ProgramRunner.open();
});
afterEach(() => runner.destroy());

async function start(settings: UpdateSettings): Promise<StepProgram> {
  const program = buildUpdateProgram(PARAMETERS, settings);
  await runner.load(program);
  PARAMETERS.forEach(({ name }, position) => {
    runner.write(parameterName(name), initial[position] ?? new Float32Array());
  });
  return program;
}

interface Given {
  readonly learningRate: number;
  readonly loss?: number;
  readonly gradients: readonly Float32Array<ArrayBuffer>[];
}

async function update(program: StepProgram, given: Given): Promise<UpdateMetrics> {
  PARAMETERS.forEach(({ name }, position) => {
    runner.write(accumulatorName(name), given.gradients[position] ?? new Float32Array());
  });
  const block = new Float32Array(UPDATE_BLOCK_WORDS);
  writeUpdateBlock(block, { ...given, examples: 1 });
  runner.write(UPDATE_BLOCK_NAME, block);
  const metrics = new Float32Array(METRICS_WORDS);
  metrics[METRIC.loss] = given.loss ?? 0.5;
  metrics[METRIC.accuracy] = 0.25;
  runner.write(METRICS_NAME, metrics);
  await runner.run(program);
  return readMetrics(await runner.readFloats(METRICS_NAME));
}

const gradientsOf = (number: number) => PARAMETERS.map((_, position) => gradient(number, position));

/** Everything an update may change and a skipped one must not. */
async function stateOf(optimizer: OptimizerId): Promise<readonly Uint32Array[]> {
  const names = PARAMETERS.flatMap(({ name }) => [
    parameterName(name),
    ...optimizerSlots(optimizer).map((slot) => slotName(slot, name)),
  ]);
  const states: Uint32Array[] = [];
  for (const name of [...names, UPDATE_STATE_NAME]) states.push(new Uint32Array(await runner.read(name)));
  return states;
}

describe('optimizers against PyTorch', () => {
  test.each(
    golden.cases.map((entry) => {
      const { optimizer, l2, clipNorm } = entry.config;
      return [
        `${optimizer}, l2 ${l2}, ${clipNorm > 0 ? 'clipped, warm-up and cosine' : 'constant rate'}`,
        entry,
      ] as const;
    }),
  )('%s: eight updates agree to 1e-5', async (_, entry) => {
    const { optimizer, ...numbers } = entry.config;
    const chosen = OPTIMIZER_IDS.find((id) => id === optimizer);
    if (!chosen) throw new Error(`The fixture names ${optimizer}.`);
    const program = await start({ ...numbers, optimizer: chosen });
    for (const [number, learningRate] of entry.learningRates.entries()) {
      const metrics = await update(program, { learningRate, gradients: gradientsOf(number) });
      const norm = entry.gradientNorms[number] ?? Number.NaN;
      expect(Math.abs(metrics.gradientNorm / norm - 1)).toBeLessThan(1e-6);
      expect(metrics).toMatchObject({ loss: 0.5, accuracy: 0.25, skipped: false, updates: number + 1 });
      for (const [position, { name }] of PARAMETERS.entries()) {
        const expected = entry.after[number]?.[position] ?? [];
        const actual = await runner.readFloats(parameterName(name));
        expect(relativeError(actual, expected)).toBeLessThan(1e-5);
        // The way gone, which is shorter than the parameter: a wrong step of an early update shows here.
        const start = initial[position] ?? new Float32Array();
        const moved = (values: ArrayLike<number>) => start.map((value, i) => (values[i] ?? Number.NaN) - value);
        expect(relativeError(moved(actual), moved(expected))).toBeLessThan(1e-5);
        expect((await runner.readFloats(accumulatorName(name))).every((value) => value === 0)).toBe(true);
      }
    }
  });
});

describe.each(OPTIMIZER_IDS)('a skipped update of %s', (optimizer) => {
  test.each([
    ['NaN in a gradient', { at: 299, value: Number.NaN, loss: 0.5 }],
    ['an infinite gradient', { at: 0, value: Number.NEGATIVE_INFINITY, loss: 0.5 }],
    ['a norm beyond float32', { at: 7, value: 2e19, loss: 0.5 }],
    ['a loss that is NaN', { at: 0, value: 1, loss: Number.NaN }],
    ['an infinite loss', { at: 0, value: 1, loss: Number.POSITIVE_INFINITY }],
  ])(
    '%s: changes no bit, is reported, and the next update is as if it had not been',
    async (_, { at, value, loss }) => {
      const learningRate = 0.05;
      const program = await start({ ...SETTINGS, optimizer });
      await update(program, { learningRate, gradients: gradientsOf(0) });
      const before = await stateOf(optimizer);
      const gradients = gradientsOf(1);
      const last = gradients.at(-1);
      if (last) last[at] = value;

      const skipped = await update(program, { learningRate, gradients, loss });
      expect(skipped).toMatchObject({ skipped: true, updates: 1, loss });
      expect(await stateOf(optimizer)).toEqual(before);
      for (const { name } of PARAMETERS) {
        expect((await runner.readFloats(accumulatorName(name))).every((entry) => entry === 0)).toBe(true);
      }

      expect(await update(program, { learningRate, gradients: gradientsOf(1) })).toMatchObject({
        updates: 2,
        skipped: false,
      });
      const after = await stateOf(optimizer);
      const undisturbed = await start({ ...SETTINGS, optimizer });
      for (const name of [UPDATE_STATE_NAME, ...slotsOf(optimizer)]) runner.clear(name);
      for (const number of [0, 1]) await update(undisturbed, { learningRate, gradients: gradientsOf(number) });
      expect(await stateOf(optimizer)).toEqual(after);
    },
  );
});

function slotsOf(optimizer: OptimizerId): readonly string[] {
  return PARAMETERS.flatMap(({ name }) => optimizerSlots(optimizer).map((slot) => slotName(slot, name)));
}

test.each(OPTIMIZER_IDS)('%s: two runs are identical to the bit', async (optimizer) => {
  const program = await start({ ...SETTINGS, optimizer });
  const run = async () => {
    for (let number = 0; number < 3; number += 1) {
      await update(program, { learningRate: 0.05, gradients: gradientsOf(number) });
    }
    return stateOf(optimizer);
  };
  const first = await run();
  await start({ ...SETTINGS, optimizer });
  for (const name of [UPDATE_STATE_NAME, ...slotsOf(optimizer)]) runner.clear(name);
  expect(await run()).toEqual(first);
});

describe('gradient norm', () => {
  test.each([1, 2, 63, 64, 65, 1023, 1024, 1025, 4097, 65_535, 70_000])(
    'over %i elements is right to 1e-6',
    async (size) => {
      const values = goldenValues(size, size, 4);
      const program = buildUpdateProgram([{ name: 'only', size }], { ...SETTINGS, optimizer: 'sgd' });
      await runner.load(program);
      runner.write(accumulatorName('only'), values);
      await runner.run(program);
      const { gradientNorm } = readMetrics(await runner.readFloats(METRICS_NAME));
      const expected = Math.sqrt(values.reduce((sum, value) => sum + value * value, 0));
      expect(Math.abs(gradientNorm / expected - 1)).toBeLessThan(1e-6);
    },
  );
});
