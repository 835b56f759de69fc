import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { cutsOf } from '../../../../scripts/sweep/worker/cuts-of.ts';

const BATCHES = [
  [5, 1, 4],
  [2, 0, 3],
];

test('cuts: sizes of the slices in which each batch ran last', () => {
  expect(cutsOf([[5], [1, 4], [2, 0], [3]], BATCHES)).toEqual([
    [1, 2],
    [2, 1],
  ]);
});

test('cuts: a batch that began again counts as it ran in the end, after the whole run began again too', () => {
  expect(cutsOf([[5, 1], [4], [2], [5, 1], [5, 1, 4], [2, 0], [2], [0], [3]], BATCHES)).toEqual([[3], [1, 1, 1]]);
});

test.each([
  [
    'an example is missing',
    [
      [5, 1, 4],
      [2, 0],
    ],
  ],
  [
    'an example came twice',
    [
      [5, 1, 4],
      [2, 0],
      [0, 3],
    ],
  ],
  ['there is one more slice at the end', [[5, 1, 4], [2, 0, 3], [3]]],
  ['a batch did not run', [[2, 0, 3]]],
  [
    'batches ran the other way round',
    [
      [2, 0, 3],
      [5, 1, 4],
    ],
  ],
  [
    'examples came in another order',
    [
      [1, 5, 4],
      [2, 0, 3],
    ],
  ],
  [
    'a slice crosses two batches',
    [
      [5, 1],
      [4, 2],
      [0, 3],
    ],
  ],
])('cuts: none where %s', (_, slices) => {
  expect(cutsOf(slices, BATCHES)).toBeUndefined();
});

test('cuts: whatever ran before, and however batches are cut, the cuts are found', () => {
  const cut = fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 1, maxLength: 5 });
  const noise = fc.array(fc.array(fc.integer({ min: 100, max: 120 }), { minLength: 1 }), { maxLength: 3 });
  fc.assert(
    fc.property(fc.array(fc.tuple(noise, cut), { minLength: 1, maxLength: 4 }), (updates) => {
      let next = 0;
      const batches: number[][] = [];
      const slices: number[][] = [];
      for (const [before, sizes] of updates) {
        const ran = sizes.map((size) => Array.from({ length: size }, () => next++));
        batches.push(ran.flat());
        slices.push(...before, ...ran);
      }
      expect(cutsOf(slices, batches)).toEqual(updates.map(([, sizes]) => sizes));
    }),
  );
});
