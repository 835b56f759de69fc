import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { defaultConfig } from '../../../src/core/config/default-config.ts';
import type { WorkloadId } from '../../../src/core/config/training-config.ts';
import { accumulatorName, METRICS_NAME } from '../../../src/engine/planning/buffer-names.ts';
import { readMetrics } from '../../../src/engine/training/update-block.ts';
import convnet from '../../fixtures/golden/convnet-gradients.json';
import mlp from '../../fixtures/golden/mlp-gradients.json';
import { type GoldenDevice, GoldenEngine, openGoldenDevice } from './golden-engine.ts';
import { goldenValues, relativeError, sampleIndices } from './golden-values.ts';

const FIXTURES = [
  ['fashion-mlp', mlp],
  ['fashion-convnet', convnet],
] as const satisfies readonly (readonly [WorkloadId, typeof mlp])[];

/** Σ aᵢ·bᵢ in double precision. */
const product = (a: ArrayLike<number>, b: ArrayLike<number>): number => {
  let sum = 0;
  for (let i = 0; i < a.length; i += 1) sum += (a[i] ?? Number.NaN) * (b[i] ?? Number.NaN);
  return sum;
};

let opened: GoldenDevice;
beforeAll(async () => {
  opened = await openGoldenDevice();
});
afterAll(() => opened.memory.device.destroy());

describe.each(FIXTURES)('%s: the accumulated gradient is that of the full batch in PyTorch', (workload, golden) => {
  // 24 examples: the whole batch, 3 × 8, and 5 + 5 + 5 + 5 + 4 with two programs.
  test.each([
    [24, [24]],
    [8, [8, 8, 8]],
    [5, [5, 5, 5, 5, 4]],
  ])('in slices of up to %i', async (microBatch, slices) => {
    const config = { ...defaultConfig(workload), batchSize: golden.examples, microBatch, dropout: 0, budgetMiB: 64 };
    const engine = await GoldenEngine.create(opened, config, golden);
    expect(engine.sliceSizes).toEqual(slices);
    engine.accumulate();
    const { loss } = readMetrics(await engine.read(METRICS_NAME));
    expect(Math.abs(loss / golden.loss - 1)).toBeLessThan(1e-5);
    for (const [i, expected] of golden.parameters.entries()) {
      const gradient = await engine.read(accumulatorName(engine.parameterNames[i] ?? ''));
      const { norm, projection, sum, samples } = expected;
      const relativeToNorm = (actual: number, wanted: number) => Math.abs(actual - wanted) / norm;
      expect(Math.abs(Math.sqrt(product(gradient, gradient)) / norm - 1)).toBeLessThan(1e-5);
      expect(
        relativeError(
          sampleIndices(gradient.length).map((at) => gradient[at] ?? Number.NaN),
          samples,
        ),
      ).toBeLessThan(1e-5);
      const random = goldenValues(gradient.length, golden.projectionStream, 1);
      expect(relativeToNorm(product(gradient, random), projection)).toBeLessThan(1e-5);
      // A sum of n values may be √n times as long as their norm.
      const total = gradient.reduce((partial, value) => partial + value, 0);
      expect(relativeToNorm(total, sum) / Math.sqrt(gradient.length)).toBeLessThan(1e-5);
    }
    engine.destroy();
  });
});
