import { describe, expect, test } from 'vitest';
import { FailureError } from '../../../../src/core/failures.ts';
import type { UpdateRow } from '../../../../src/engine/training/metrics-batcher.ts';
import { NonFiniteGuard } from '../../../../src/engine/training/non-finite-guard.ts';

const row = (update: number, skipped: 0 | 1, loss = 1): UpdateRow => ({
  update,
  loss,
  skipped,
  accuracy: 0,
  gradientNorm: skipped ? Number.POSITIVE_INFINITY : 1,
  learningRate: 0.5,
  batch: 8,
  slices: 1,
  microBatch: 8,
  allocatedBytes: 0,
  stepMs: 1,
  encodeMs: 1,
  examplesPerSecond: 1,
});

function guarded(rows: readonly UpdateRow[]): { readonly warnings: string[]; readonly failure: unknown } {
  const warnings: string[] = [];
  const guard = new NonFiniteGuard((text) => warnings.push(text));
  try {
    for (const each of rows) guard.check(each);
  } catch (error) {
    return { warnings, failure: error instanceof FailureError ? error.failure : error };
  }
  return { warnings, failure: undefined };
}

const skips = (from: number, count: number, loss = Number.NaN) =>
  Array.from({ length: count }, (_, i) => row(from + i, 1, loss));

describe('non-finite guard', () => {
  test('says which update was skipped, and goes on', () => {
    const { warnings, failure } = guarded([row(1, 0), row(2, 1), row(3, 0)]);
    expect(warnings).toEqual([
      'Update 2 was skipped: its loss or gradient is not finite. Parameters stay as they were.',
    ]);
    expect(failure).toBeUndefined();
  });

  test('nine in a row are survived, also again and again', () => {
    const rows = [...skips(1, 9), row(10, 0), ...skips(11, 9), row(20, 0)];
    expect(guarded(rows)).toMatchObject({ failure: undefined, warnings: { length: 18 } });
  });

  test('the tenth in a row ends the run, with cause and remedy', () => {
    const { failure } = guarded([row(1, 0), ...skips(2, 20)]);
    expect(failure).toMatchObject({ code: 'non-finite' });
    expect(failure).toMatchObject({
      message: 'The loss was NaN or infinite in 10 updates in a row, the last of them update 11.',
      cause: expect.stringContaining('The learning rate was 0.5.'),
      remedy: expect.stringContaining('Lower the learning rate'),
    });
  });

  test('a finite loss with an infinite gradient is told as the gradient', () => {
    const { failure } = guarded(skips(1, 10, 3));
    expect(failure).toMatchObject({ message: expect.stringContaining('The gradient was NaN or infinite') });
  });
});
