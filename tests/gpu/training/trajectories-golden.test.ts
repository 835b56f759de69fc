import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { defaultConfig } from '../../../src/core/config/default-config.ts';
import { OPTIMIZER_IDS } from '../../../src/core/config/training-config.ts';
import { METRICS_NAME } from '../../../src/engine/planning/buffer-names.ts';
import { readMetrics } from '../../../src/engine/training/update-block.ts';
import golden from '../../fixtures/golden/mlp-trajectories.json';
import { type GoldenDevice, GoldenEngine, openGoldenDevice } from './golden-engine.ts';

let opened: GoldenDevice;
beforeAll(async () => {
  opened = await openGoldenDevice();
});
afterAll(() => opened.memory.device.destroy());

describe('fashion-mlp: eight updates follow the losses of PyTorch', () => {
  test.each(golden.cases.map((entry) => [`${entry.config.optimizer}, l2 ${entry.config.l2}`, entry] as const))(
    '%s, in three slices',
    async (_, { config: chosen, losses, gradientNorms }) => {
      const optimizer = OPTIMIZER_IDS.find((id) => id === chosen.optimizer);
      if (!optimizer) throw new Error(`The fixture names ${chosen.optimizer}.`);
      const common = { batchSize: golden.examples, microBatch: 8, dropout: 0, budgetMiB: 64 };
      const engine = await GoldenEngine.create(
        opened,
        { ...defaultConfig('fashion-mlp'), ...chosen, ...common, optimizer },
        golden,
      );
      for (const [update, expected] of losses.entries()) {
        engine.accumulate();
        const { loss } = readMetrics(await engine.read(METRICS_NAME));
        expect(Math.abs(loss / expected - 1)).toBeLessThan(1e-5);
        const expectedNorm = gradientNorms[update];
        if (expectedNorm === undefined) break; // the loss after the last update
        engine.update(chosen.learningRate);
        const { gradientNorm, updates } = readMetrics(await engine.read(METRICS_NAME));
        expect(Math.abs(gradientNorm / expectedNorm - 1)).toBeLessThan(1e-5);
        expect(updates).toBe(update + 1);
      }
      engine.destroy();
    },
  );
});
