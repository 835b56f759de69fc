import { afterAll, beforeAll, expect, test } from 'vitest';
import type { NormalizationId, TrainingConfig } from '../../../src/core/config/training-config.ts';
import { createGeneratedImages } from '../../../src/engine/datasets/generated-images.ts';
import { resNet } from '../../../src/engine/models/res-net.ts';
import {
  checkpointLayout,
  type RunState,
  readRunState,
  writeRunState,
} from '../../../src/engine/training/run-state.ts';
import { WORKLOADS, type Workload } from '../../../src/engine/workload.ts';
import { compileSlices } from '../engine/compile-slices.ts';
import {
  createTrainer,
  expectNothingAllocated,
  openEngine,
  type TestEngine,
  testConfig,
} from '../engine/engine-harness.ts';
import { relativeError } from './golden-values.ts';

const IMAGE_SIZE = 9;
const CLASSES = 3;
const DATA = createGeneratedImages({
  ...{ seed: 1, imageSize: IMAGE_SIZE, classes: CLASSES },
  ...{ trainExamples: 18, testExamples: 2 },
});

function tiny(normalization: NormalizationId): Workload {
  const sizes = { block: 'basic', blocks: [1], widths: [4], imageSize: IMAGE_SIZE, classes: CLASSES } as const;
  const model = resNet({ ...sizes, normalization });
  const shape = { exampleShape: [IMAGE_SIZE, IMAGE_SIZE, 3], classes: CLASSES };
  return { ...WORKLOADS['cifar-resnet20'], key: `state ${normalization}`, model, ...shape };
}

/** Adam has two slots a parameter, and counts its updates. */
function configOf(normalization: NormalizationId, microBatch: number) {
  const settings = { batchSize: 6, length: 4, learningRate: 0.01, normalization, optimizer: 'adam' } as const;
  return { ...testConfig('cifar-resnet20', settings), microBatch };
}

let engine: TestEngine;
beforeAll(async () => {
  engine = await openEngine();
});
afterAll(() => engine.destroy());

interface Trained {
  readonly losses: readonly number[];
  readonly state: RunState;
}

/** Makes updates `from` to `to`, on `state` where there is one. All that it read comes through `roomBytes`. */
async function train(
  workload: Workload,
  config: TrainingConfig & { readonly microBatch: number },
  { from, to, state, roomBytes = 8192 }: { from: number; to: number; state?: RunState; roomBytes?: number },
): Promise<Trained> {
  const { executable, plan } = await compileSlices(engine, workload, config);
  const { trainer, rows } = createTrainer(engine, config, { plan, executable, workload, dataset: DATA });
  const layout = checkpointLayout(workload.model, config.optimizer);
  if (state) writeRunState(engine.memory.device.queue, executable, state, layout);
  for (let update = from; update < to; update += 1) await trainer.update(update);
  await trainer.settle();
  const before = engine.memory.allocatedBytes;
  const read = await readRunState({ ...engine, executable, roomBytes }, layout);
  expect(engine.memory.allocatedBytes).toBe(before);
  if (!read) throw new Error('There was no room.');
  executable.destroy();
  expectNothingAllocated(engine);
  return { losses: rows.map(({ loss }) => loss), state: read };
}

function valuesOf({ parameters, slots, runningStatistics, updateState }: RunState): number[] {
  const arrays = [...parameters.values(), ...[...slots.values()].flatMap((slot) => [...slot.values()])];
  return [...arrays, runningStatistics, updateState].flatMap((array) => [...array]);
}

test('a state read after two updates and written elsewhere goes on to the same bits, running statistics included', async () => {
  const [workload, config] = [tiny('batch'), configOf('batch', 3)];
  const whole = await train(workload, config, { from: 0, to: 4 });
  const half = await train(workload, config, { from: 0, to: 2 });
  const rest = await train(workload, config, { from: 2, to: 4, state: half.state });
  expect([...half.losses, ...rest.losses]).toEqual(whole.losses);
  expect(valuesOf(rest.state)).toEqual(valuesOf(whole.state));
  expect(valuesOf(half.state)).not.toEqual(valuesOf(whole.state));
});

test('a state goes on in slices of another size, on the same trajectory', async () => {
  const workload = tiny('group');
  const whole = await train(workload, configOf('group', 6), { from: 0, to: 4 });
  const half = await train(workload, configOf('group', 6), { from: 0, to: 2 });
  const rest = await train(workload, configOf('group', 2), { from: 2, to: 4, state: half.state });
  expect(relativeError(rest.losses, whole.losses.slice(2))).toBeLessThan(1e-6);
  expect(relativeError(valuesOf(rest.state), valuesOf(whole.state))).toBeLessThan(1e-4);
});

test('where the budget has no room nothing is read, and nothing is allocated', async () => {
  const [workload, config] = [tiny('group'), configOf('group', 6)];
  const { executable } = await compileSlices(engine, workload, config);
  const { highWaterBytes } = engine.memory;
  const read = readRunState({ ...engine, executable, roomBytes: 100 }, checkpointLayout(workload.model, 'adam'));
  expect(await read).toBeUndefined();
  expect(engine.memory.highWaterBytes).toBe(highWaterBytes);
  executable.destroy();
});
