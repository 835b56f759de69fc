import { describe, expect, test } from 'vitest';
import { adaptationText } from '../../../../src/engine/training/adaptation-text.ts';

const MIB = 2 ** 20;
const before = { microBatch: 1000, peakBytes: 7 * MIB, budgetBytes: 8 * MIB };
const after = { microBatch: 410, peakBytes: 3.5 * MIB, budgetBytes: 4 * MIB };

const plain = (text: string) => text.replaceAll('\u00a0', ' ');

describe('the log line of a changed plan', () => {
  test('names cause, both sizes, both bytes, and from when on', () => {
    const text = adaptationText({ cause: 'budget', change: 'shrink', update: 12, slice: 3, before, after });
    expect(plain(text)).toBe(
      'Memory budget 8.00 MiB → 4.00 MiB: micro-batch 1,000 (7.00 MiB) → 410 (3.50 MiB) from update 12, slice 3 on.',
    );
  });

  test('says what the device refused', () => {
    const text = adaptationText({ cause: 'out-of-memory', change: 'shrink', update: 1, slice: 1, before, after });
    expect(text).toMatch(/^The device ran out of memory, what it refused is run again: micro-batch 1,000/);
  });

  test('says where a budget changes nothing else', () => {
    const same = { ...before, budgetBytes: 9 * MIB };
    const text = adaptationText({ cause: 'budget', change: 'none', update: 2, slice: 1, before, after: same });
    expect(plain(text)).toBe(
      'Memory budget 8.00 MiB → 9.00 MiB: the plan of 7.00 MiB fits it, the micro-batch stays 1,000.',
    );
  });
});
