import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { slicesText } from '../../../../src/ui/status/slices-text.ts';

describe('slices text', () => {
  it('writes a few slices out', () => {
    expect(
      slicesText([
        { size: 171, count: 2 },
        { size: 170, count: 1 },
      ]),
    ).toBe('171 + 171 + 170');
  });

  it('counts many slices by size', () => {
    expect(
      slicesText([
        { size: 409, count: 20 },
        { size: 408, count: 12 },
      ]),
    ).toBe('20 × 409 + 12 × 408');
  });

  it('leaves the count out where one slice has the size, and groups thousands', () => {
    expect(
      slicesText([
        { size: 1366, count: 5 },
        { size: 1365, count: 1 },
      ]),
    ).toBe('5 × 1,366 + 1,365');
  });

  it('has nothing to say about a single slice', () => {
    expect(slicesText([{ size: 512, count: 1 }])).toBeUndefined();
  });

  it('adds up to the batch, however it is cut', () => {
    const groups = fc.array(
      fc.record({ size: fc.integer({ min: 1, max: 9999 }), count: fc.integer({ min: 1, max: 60 }) }),
      {
        minLength: 1,
        maxLength: 2,
      },
    );
    fc.assert(
      fc.property(groups, (slices) => {
        const examples = slices.reduce((sum, { size, count }) => sum + size * count, 0);
        const text = slicesText(slices) ?? String(slices[0]?.size);
        const terms = text.replaceAll(',', '').split(' + ');
        const total = terms.reduce(
          (sum, term) => sum + term.split(' × ').reduce((product, part) => product * Number(part), 1),
          0,
        );
        expect(total).toBe(examples);
      }),
    );
  });
});
