import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { textRnn } from '../../../src/engine/models/text-rnn.ts';
import golden from '../../fixtures/golden/text-rnn.json';
import { summaryError } from '../kernels/gru-golden-summary.ts';
import { goldenClasses } from '../training/golden-values.ts';
import { GoldenModels, type Sums } from './golden-model.ts';
import { gradientName, LOSS } from './traced-loss.ts';

type GoldenCase = (typeof golden.cases)[number];

let models: GoldenModels;
beforeAll(async () => {
  models = await GoldenModels.open();
});
afterAll(() => models.destroy());

function runTwice({ case: sizes, stream, parameters }: GoldenCase): Promise<readonly [Sums, Sums]> {
  const [steps = 0, examples = 0, vocabulary = 0, embedding = 0, hidden = 0, classes = 0] = sizes;
  return models.runTwice({
    name: `${sizes.join()}/`,
    model: textRnn({ classes, vocabulary, embedding, hidden }),
    parameters,
    adjust: (name, values) => {
      if (name === 'embedding/table') values.fill(0, values.length - embedding);
    },
    examples,
    ids: goldenClasses(examples * steps, stream, vocabulary),
    labels: goldenClasses(examples, stream + 1, classes),
    weights: new Float32Array(examples).fill(1 / examples),
  });
}

describe('TextRNN, traced and optimised: PyTorch’s loss and gradients, and the same bits in a second run', () => {
  test.each(golden.cases.map((entry) => [entry.case.join(', '), entry] as const))(
    'T, m, vocabulary, embedding, hidden, classes = %s',
    async (_, entry) => {
      const [sums, again] = await runTwice(entry);
      const [loss = Number.NaN] = sums.get(LOSS) ?? [];
      expect(Math.abs(loss / entry.loss - 1)).toBeLessThan(1e-5);
      for (const expected of entry.parameters) {
        const gradient = sums.get(gradientName(expected.name)) ?? new Float32Array();
        expect(summaryError(gradient, expected, golden.projectionStream), expected.name).toBeLessThan(2e-5);
      }
      const [, , , embedding = 0] = entry.case;
      const padding = sums.get(gradientName('embedding/table'))?.slice(-embedding);
      expect(padding).toEqual(new Float32Array(embedding));
      expect(again).toEqual(sums);
    },
  );
});
