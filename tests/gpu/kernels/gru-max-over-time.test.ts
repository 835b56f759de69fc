import type * as tensorflow from '@tensorflow/tfjs-core';
import { describe, expect, test } from 'vitest';
import { tokenOrder } from '../../../src/engine/kernels/embedding-gradient.ts';
import type { GruDirection } from '../../../src/engine/kernels/gru-blocks.ts';
import { gruBlockRows, gruMaxOverTime } from '../../../src/engine/kernels/gru-max-over-time.ts';
import golden from '../../fixtures/golden/gru.json';
import { withEagerBackend } from '../eager-backend.ts';
import { goldenClasses, goldenValues } from '../training/golden-values.ts';
import { summaryError } from './gru-golden-summary.ts';

type GoldenCase = (typeof golden.cases)[number];

/** Maxima, and gradients by gates, kernel and bias, of a case's inputs. */
async function runGru(
  tf: typeof tensorflow,
  { case: sizes, stream, kernelScale }: GoldenCase,
  direction: GruDirection,
) {
  const [steps = 0, examples = 0, units = 0, inputs = 0] = sizes;
  const ids = tf.tensor2d(goldenClasses(steps * examples, stream, inputs), [steps, examples], 'int32');
  const gates = tf.tensor2d(goldenValues(inputs * 3 * units, stream + 1, 4), [inputs, 3 * units]);
  const kernel = tf.tensor2d(goldenValues(units * 3 * units, stream + 2, kernelScale), [units, 3 * units]);
  const bias = tf.tensor1d(goldenValues(3 * units, stream + 3, 1));
  const dy = tf.tensor2d(goldenValues(examples * units, stream + 4, 2), [examples, units]);
  const order = tokenOrder(ids, inputs, gruBlockRows(ids, kernel));
  const gru = (g: tensorflow.Tensor, k: tensorflow.Tensor, b: tensorflow.Tensor) =>
    gruMaxOverTime({ gates: g, ids, kernel: k, bias: b, order }, direction);
  const { value, grads } = tf.valueAndGrads(gru)([gates, kernel, bias], dy);
  expect(value.shape).toEqual([examples, units]);
  return Promise.all([value, ...grads].map((tensor) => tensor.data<'float32'>()));
}

describe('GRU with maximum over time', () => {
  // A device for each group: compiling for another number of units is most of the time.
  test.each([
    ['9', [9]],
    ['32 and 33', [32, 33]],
    ['200 and 256', [200, 256]],
  ])('%s units: PyTorch’s values and gradients, both directions, and the same bits in two runs', async (_, widths) => {
    const cases = golden.cases.filter(({ case: [, , units = 0] }) => widths.includes(units));
    expect(cases.length).toBeGreaterThanOrEqual(widths.length);
    await withEagerBackend(async (tf) => {
      for (const entry of cases) {
        for (const direction of ['forward', 'reverse'] as const) {
          const actual = await runGru(tf, entry, direction);
          for (const [index, name] of (['maxima', 'gates', 'kernel', 'bias'] as const).entries()) {
            const error = summaryError(actual[index] ?? [], entry[direction][name], golden.projectionStream);
            expect(error, `${direction}, ${name} of ${entry.case}`).toBeLessThan(1e-5);
          }
          expect(await runGru(tf, entry, direction)).toEqual(actual);
        }
      }
    });
  });

  test('more units than a workgroup has threads are refused', async () => {
    await withEagerBackend(async (tf) => {
      const ids = tf.zeros([1, 1], 'int32');
      const [gates, kernel, bias] = [tf.zeros([1, 771]), tf.zeros([257, 771]), tf.zeros([771])];
      const order = tokenOrder(ids, 1, 1);
      expect(() => gruMaxOverTime({ gates, ids, kernel, bias, order }, 'forward')).toThrow(
        'at most 256 units, not 257',
      );
    });
  });
});
