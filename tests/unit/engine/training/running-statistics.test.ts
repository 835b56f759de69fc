import { expect, test } from 'vitest';
import {
  channelCount,
  channelRanges,
  elementsByChannel,
  initialStatistics,
} from '../../../../src/engine/training/running-statistics.ts';

const NORMALIZATIONS = [
  { name: 'stem', channels: 2, elementsPerExample: 81 },
  { name: 'block', channels: 3, elementsPerExample: 25 },
];

test('ranges of normalisations follow one another and cover all channels', () => {
  expect(channelCount(NORMALIZATIONS)).toBe(5);
  expect([...channelRanges(NORMALIZATIONS)]).toEqual([
    ['stem', { first: 0, channels: 2, all: 5 }],
    ['block', { first: 2, channels: 3, all: 5 }],
  ]);
});

test('each channel has the elements of its layer', () => {
  expect([...elementsByChannel(NORMALIZATIONS)]).toEqual([81, 81, 25, 25, 25]);
});

test('running statistics begin with means of 0 and variances of 1', () => {
  expect([...initialStatistics(NORMALIZATIONS)]).toEqual([0, 0, 0, 0, 0, 1, 1, 1, 1, 1]);
});
