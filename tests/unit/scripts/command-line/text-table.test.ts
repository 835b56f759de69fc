import { describe, expect, it } from 'vitest';
import { alignColumns, bar } from '../../../../scripts/command-line/text-table.ts';

describe('alignColumns', () => {
  it('pads texts on the right and numbers on the left, across rows of different length', () => {
    expect(alignColumns([['peak', { right: '5.80 MiB' }, 'fits'], ['a', { right: '12 B' }], ['longer']])).toEqual([
      'peak    5.80 MiB  fits',
      'a           12 B',
      'longer',
    ]);
  });
});

describe('bar', () => {
  it.each([
    [0, ''],
    [0.5, '██'],
    [1, '████'],
    [1 / 32, '▏'],
    [0.3, '█▎'],
    [2, '████'],
    [-1, ''],
  ])('shows %d of four characters to an eighth', (share, text) => {
    expect(bar(share, 4)).toBe(text);
  });
});
