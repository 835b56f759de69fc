import { describe, expect, it } from 'vitest';
import { askedSizeNotes } from '../../../../scripts/plan/asked-sizes.ts';
import { defaultConfig } from '../../../../src/core/config/default-config.ts';
import type { TrainingConfig } from '../../../../src/core/config/training-config.ts';

const notes = (batch: number, asked: Partial<TrainingConfig>) =>
  askedSizeNotes({ batch, config: { ...defaultConfig('fashion-mlp'), ...asked } });

describe('askedSizeNotes', () => {
  it('says that a batch larger than the data set is all of it', () => {
    expect(notes(12_000, { batchSize: 16_384 })).toEqual([
      'Batch: 16,384 asked; the data set has 12,000 examples, so a batch is all of it.',
    ]);
  });

  it('says that a slice cannot be larger than the batch', () => {
    expect(notes(512, { batchSize: 512, microBatch: 1000 })).toEqual([
      'Micro-batch: 1,000 asked; a slice cannot be larger than the batch, so it is 512.',
    ]);
  });

  it('says both where both were asked', () => {
    expect(notes(12_000, { batchSize: 16_384, microBatch: 16_000 })).toHaveLength(2);
  });

  it('says nothing where what was asked is what is planned', () => {
    expect(notes(512, { batchSize: 512, microBatch: 'auto' })).toEqual([]);
    expect(notes(512, { batchSize: 512, microBatch: 512 })).toEqual([]);
    expect(notes(12_000, { batchSize: 12_000, microBatch: 100 })).toEqual([]);
  });
});
