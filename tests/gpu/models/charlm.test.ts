import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { charLm } from '../../../src/engine/models/charlm.ts';
import golden from '../../fixtures/golden/char-lm.json';
import { summaryError } from '../kernels/gru-golden-summary.ts';
import { goldenClasses } from '../training/golden-values.ts';
import { GoldenModels, type GoldenSlice } from './golden-model.ts';
import { gradientName, LOSS } from './traced-loss.ts';

type GoldenCase = (typeof golden.cases)[number];

let models: GoldenModels;
beforeAll(async () => {
  models = await GoldenModels.open();
});
afterAll(() => models.destroy());

function sliceOf({ case: sizes, stream, lengths, parameters }: GoldenCase): GoldenSlice {
  const [examples = 0, context = 0, vocabulary = 0, layers = 0, width = 0, heads = 0] = sizes;
  const tokens = lengths.reduce((sum, length) => sum + length, 0);
  const hasEnded = (i: number) => i % context >= (lengths[Math.floor(i / context)] ?? 0);
  const ids = (by: number) => goldenClasses(examples * context, by, vocabulary).map((id, i) => (hasEnded(i) ? 0 : id));
  return {
    name: `${sizes.join()}/`,
    model: charLm({ vocabulary, layers, width, heads, context }),
    parameters,
    examples,
    ids: ids(stream),
    labels: ids(stream + 1),
    weights: Float32Array.from({ length: examples * context }, (_, i) => (hasEnded(i) ? 0 : 1 / tokens)),
  };
}

describe('transformer, traced and optimised: PyTorch’s loss and gradients, and the same bits in a second run', () => {
  test.each(golden.cases.map((entry) => [entry.case.join(', '), entry] as const))(
    'm, T, vocabulary, layers, width, heads = %s',
    async (_, entry) => {
      const [sums, again] = await models.runTwice(sliceOf(entry));
      const [loss = Number.NaN] = sums.get(LOSS) ?? [];
      expect(Math.abs(loss / entry.loss - 1)).toBeLessThan(2e-6);
      for (const expected of entry.parameters) {
        const gradient = sums.get(gradientName(expected.name)) ?? new Float32Array();
        expect(summaryError(gradient, expected, golden.projectionStream), expected.name).toBeLessThan(1e-5);
      }
      expect(again).toEqual(sums);
    },
  );
});
