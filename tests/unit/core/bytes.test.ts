import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatBytes, parseBytes } from '../../../src/core/bytes.ts';

const GIB = 1024 ** 3;

describe('formatBytes', () => {
  it.each([
    [0, '0', 'B'],
    [512, '512', 'B'],
    [999, '999', 'B'],
    // 1000 / 1024 = 0.9766
    [1000, '0.977', 'KiB'],
    [1023, '0.999', 'KiB'],
    [1024, '1.00', 'KiB'],
    // 17,500 / 1024 = 17.09
    [17_500, '17.1', 'KiB'],
    [6 * 1024 ** 2, '6.00', 'MiB'],
    [1.5 * GIB, '1.50', 'GiB'],
    // 9.999 would round to "10.00", which has four digits
    [9.999 * 1024, '10.0', 'KiB'],
    [999.7 * 1024, '0.976', 'MiB'],
    [2048 * GIB, '2048', 'GiB'],
    [-1536, '−1.50', 'KiB'],
  ])('%d bytes: %s %s', (bytes, value, unit) => {
    expect(formatBytes(bytes)).toEqual({ value, unit, text: `${value} ${unit}` });
  });

  it('a number that is not finite reads as a dash, never as NaN', () => {
    expect(formatBytes(Number.NaN).text).toBe('–');
    expect(formatBytes(Number.POSITIVE_INFINITY).text).toBe('–');
  });

  it('has three significant digits everywhere between 1 KiB and 1,000 GiB, at most five characters', () => {
    fc.assert(
      fc.property(fc.double({ min: 1024, max: 999 * GIB, noNaN: true }), fc.boolean(), (bytes, up) => {
        const { value } = formatBytes(bytes, up ? 'up' : 'nearest');
        expect(value.length).toBeLessThanOrEqual(5);
        expect(value.replace('.', '').replace(/^0/, '')).toHaveLength(3);
      }),
    );
  });

  it('rounding up never promises less than the bytes asked for', () => {
    fc.assert(
      fc.property(fc.maxSafeNat(), (bytes) => {
        const { value, unit } = formatBytes(bytes, 'up');
        const factor = { B: 1, KiB: 1024, MiB: 1024 ** 2, GiB: GIB }[unit];
        expect(Number(value) * factor).toBeGreaterThanOrEqual(bytes);
      }),
    );
  });
});

describe('parseBytes', () => {
  it.each([
    ['6MiB', 6 * 1024 ** 2],
    ['6', 6 * 1024 ** 2],
    ['0.5', 512 * 1024],
    ['24GiB', 24 * GIB],
    ['24 gib', 24 * GIB],
    ['512 MB', 512_000_000],
    ['1kB', 1000],
    ['2 GB', 2_000_000_000],
    [' 3 KiB ', 3072],
    ['.5GiB', GIB / 2],
    ['134217728 B', 134_217_728],
    ['0', 0],
  ])('%s is %d bytes', (text, bytes) => {
    expect(parseBytes(text)).toBe(bytes);
  });

  it.each([
    '',
    'MiB',
    '6 M',
    '6 TiB',
    '-1MiB',
    '1,5 MiB',
    '1e3',
    'NaN',
    'Infinity',
    '6 MiB 7',
    '0x10',
    '9999999999GiB',
  ])('refuses "%s"', (text) => {
    expect(parseBytes(text)).toBeUndefined();
  });

  it('reads back what formatBytes wrote, to the last of its three digits', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 4000 * GIB }), (bytes) => {
        const back = parseBytes(formatBytes(bytes).text);
        // Half of the last digit of "1.00" is 0.5 %, the worst case; parsing rounds to a whole byte.
        expect(Math.abs((back ?? Number.NaN) - bytes)).toBeLessThanOrEqual(bytes * 0.005 + 0.5);
      }),
    );
  });

  it('reads back every whole number of a binary unit exactly', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 999 }), fc.constantFrom('KiB', 'MiB', 'GiB'), (count, unit) => {
        const factor = unit === 'KiB' ? 1024 : unit === 'MiB' ? 1024 ** 2 : GIB;
        expect(parseBytes(`${count} ${unit}`)).toBe(count * factor);
        if (count > 0) expect(parseBytes(formatBytes(count * factor).text)).toBe(count * factor);
      }),
    );
  });
});
