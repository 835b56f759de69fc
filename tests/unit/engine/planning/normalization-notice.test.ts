import { expect, test } from 'vitest';
import { normalizationNotice } from '../../../../src/engine/planning/normalization-notice.ts';

const normalizations = [{ name: 'stem', channels: 4, elementsPerExample: 9 }];
const cut = {
  batch: 1280,
  accumulationSteps: 3,
  slices: [
    { size: 427, count: 2 },
    { size: 426, count: 1 },
  ],
};

test('a cut under batch normalisation is told with the sizes of slices and batch', () => {
  const notice = normalizationNotice({ normalizations }, cut);
  expect(notice).toContain('over a slice of 426 or 427 examples, not over the batch of 1,280');
});

test('nothing is told without batch normalisation, or where nothing is cut', () => {
  expect(normalizationNotice({}, cut)).toBeUndefined();
  const whole = { batch: 64, accumulationSteps: 1, slices: [{ size: 64, count: 1 }] };
  expect(normalizationNotice({ normalizations }, whole)).toBeUndefined();
});
