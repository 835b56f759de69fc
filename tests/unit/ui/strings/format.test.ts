import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  bytesQuantity,
  formatBytes,
  formatBytesAtLeast,
  formatElapsed,
  formatPercent,
  formatSignificant,
} from '../../../../src/ui/strings/format.ts';

describe('numbers for people', () => {
  it('have three significant digits and keep trailing zeros', () => {
    expect([5.8, 171.4, 0.00123, 12, 0.999].map(formatSignificant)).toEqual([
      '5.80',
      '171',
      '0.00123',
      '12.0',
      '0.999',
    ]);
  });

  it('do not gain a digit where rounding reaches the next power of ten', () => {
    expect([9.999, 99.99, 0.9996].map(formatSignificant)).toEqual(['10.0', '100', '1.00']);
  });

  it('group thousands, and say nothing for what is no number', () => {
    expect(formatSignificant(12_345.6)).toBe('12,346');
    expect(formatSignificant(Number.NaN)).toBe('–');
  });

  it('stay within half a unit of the third digit', () => {
    fc.assert(
      fc.property(fc.double({ min: 1e-4, max: 999, noNaN: true }), (value) => {
        expect(Math.abs(Number(formatSignificant(value)) - value)).toBeLessThanOrEqual(value * 0.0051);
      }),
    );
  });
});

describe('bytes for people', () => {
  it('read in the unit that suits, with a space that does not break', () => {
    expect(formatBytes(6 * 1024 ** 2)).toBe('6.00\u00a0MiB');
  });

  it('can be asked for in another unit, for numbers that stand side by side', () => {
    expect(bytesQuantity(512 * 1024, 'MiB')).toEqual({ value: '0.500', unit: 'MiB' });
  });

  it('round up where they promise to be enough', () => {
    // 3.611 MiB: 3.61 would not hold it.
    expect(formatBytesAtLeast(3.611 * 1024 ** 2)).toBe('3.62\u00a0MiB');
    expect(formatBytes(3.611 * 1024 ** 2)).toBe('3.61\u00a0MiB');
  });
});

describe('shares and times for people', () => {
  it('shares have one decimal', () => {
    expect(formatPercent(0.8731)).toBe('87.3\u00a0%');
  });

  it('times change their unit at a minute and at an hour, and never read 60 seconds', () => {
    expect([800, 59_960, 125_000, 3_720_000].map(formatElapsed)).toEqual([
      '0.8\u00a0s',
      '1\u00a0min 00\u00a0s',
      '2\u00a0min 05\u00a0s',
      '1\u00a0h 02\u00a0min',
    ]);
  });
});
