import { beforeAll, describe, expect, test } from 'vitest';
import { liveBytes } from '../../../../src/core/program/live-bytes.ts';
import { optimizeProgram } from '../../../../src/core/program/passes/optimize-program.ts';
import type { StepProgram } from '../../../../src/core/program/step-program.ts';
import { Tracer } from '../../../../src/engine/capture/tracer.ts';
import { DEFAULT_LIMITS } from '../../../../src/engine/device/default-limits.ts';
import { textRnn } from '../../../../src/engine/models/text-rnn.ts';
import { initialValues, parameterSize } from '../../../../src/engine/training/initial-parameters.ts';
import { traceLoss } from '../../../gpu/models/traced-loss.ts';

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

describe('a slice of TextRNN at 1,000 time steps, traced', () => {
  let tracer: Tracer;
  beforeAll(async () => {
    tracer = await Tracer.create(DEFAULT_LIMITS);
  });
  const trace = (examples: number, steps = 1000): StepProgram =>
    optimizeProgram(
      tracer.trace((scope) => traceLoss(scope, textRnn({ classes: 20 }), { examples, steps, targets: 1 }, '')),
    );

  /** Dispatches by kernel. */
  function dispatches(program: StepProgram): ReadonlyMap<string, number> {
    const counts = new Map<string, number>();
    for (const command of program.commands) {
      if (command.type !== 'dispatch') continue;
      const label = program.shaders[command.shader]?.label ?? '';
      counts.set(label, (counts.get(label) ?? 0) + 1);
    }
    return counts;
  }

  // 16 blocks of time in each of two directions.
  test('runs each direction in 16 dispatches forward and 16 back, whatever the number of examples', () => {
    for (const examples of [1, 64]) {
      const counts = dispatches(trace(examples));
      expect([counts.get('GruForward'), counts.get('GruBackward')]).toEqual([32, 32]);
    }
  });

  /**
   * An example keeps two directions of 1,000 · 200 states, 1,600,000 bytes, and the temporaries of one block: of 63 · 200
   * floats 1 for the states before, 3 for their products and 4 for gradients, 403,200. The rest, ids and rows [m, 200], is small.
   */
  test('takes 2,016,000 bytes an example beyond what the vocabulary takes', () => {
    const [few, many] = [4, 64].map((examples) => liveBytes(trace(examples)).peakBytes);
    const bytesPerExample = ((many ?? Number.NaN) - (few ?? Number.NaN)) / 60;
    expect(bytesPerExample).toBeGreaterThan(2_003_200);
    expect(bytesPerExample).toBeLessThan(2_020_000);
  });

  test('needs no fewer bytes with more examples, also where the way of looking up tokens changes', () => {
    const peaks = [1, 2, 3, 4, 5].map((examples) => liveBytes(trace(examples)).peakBytes);
    expect(peaks).toEqual(peaks.toSorted((a, b) => a - b));
  });

  test('uploads nothing but the gradient of the loss, one float', () => {
    for (const examples of [1, 64]) {
      const uploaded = trace(examples).buffers.flatMap(({ role }) =>
        role.type === 'constant' && role.usage === 'storage' ? [role.data.byteLength] : [],
      );
      expect(uploaded).toEqual([4]);
    }
  });
});
