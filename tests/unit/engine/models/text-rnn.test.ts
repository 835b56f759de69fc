import { describe, expect, test } from 'vitest';
import { textRnn } from '../../../../src/engine/models/text-rnn.ts';
import { initialValues, parameterSize } from '../../../../src/engine/training/initial-parameters.ts';

const count = (prefix: string) =>
  textRnn({ classes: 20 })
    .parameters.filter(({ name }) => name.startsWith(prefix))
    .reduce((sum, spec) => sum + parameterSize(spec), 0);

describe('TextRNN', () => {
  // 3·200 rows of 300 + 200 weights and two biases: 600 · 502 = 301,200. 5001·300 + 2·301,200 + 400·20 + 20 = 2,110,720.
  test('has 2,110,720 parameters for 20 classes, 301,200 of them in each direction', () => {
    expect([count('gru/forward/'), count('gru/reverse/'), count('')]).toEqual([301_200, 301_200, 2_110_720]);
  });

  test('starts with a padding row of zeros, and only that', () => {
    const [table] = textRnn({ classes: 2, vocabulary: 7, embedding: 5, hidden: 3 }).parameters;
    if (!table) throw new Error('The first parameter is the table.');
    const values = initialValues(table, 1);
    expect([...values.slice(30)]).toEqual([0, 0, 0, 0, 0]);
    expect(values.slice(0, 30).every((value) => value !== 0)).toBe(true);
  });

  test('starts its GRUs as PyTorch does, within 1 / √hidden of zero', () => {
    const spec = textRnn({ classes: 2 }).parameters.find(({ name }) => name === 'gru/forward/recurrent-kernel');
    if (!spec) throw new Error('The GRU has a recurrent kernel.');
    const values = initialValues(spec, 1).map(Math.abs);
    const largest = values.reduce((most, value) => Math.max(most, value), 0);
    expect(largest).toBeLessThanOrEqual(1 / Math.sqrt(200));
    expect(largest).toBeGreaterThan(0.99 / Math.sqrt(200));
  });
});
