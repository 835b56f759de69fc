import { describe, expect, it, vi } from 'vitest';
import { createByteImageDataset } from '../../../../src/engine/datasets/byte-image-dataset.ts';
import { DatasetCache } from '../../../../src/engine/datasets/dataset-cache.ts';

const empty = { images: new Uint8Array(0), labels: new Uint8Array(0) };
const dataset = createByteImageDataset({ id: 'empty', exampleShape: [1], classes: [], train: empty, test: empty });

describe('data set cache', () => {
  it('loads a data set once and gives the same one to every run', async () => {
    const cache = new DatasetCache();
    const load = vi.fn(async () => dataset);
    expect(await cache.get('empty', load)).toBe(dataset);
    expect(await cache.get('empty', load)).toBe(dataset);
    expect(load).toHaveBeenCalledTimes(1);
  });

  it('keeps nothing of a load that failed: the next run loads anew', async () => {
    const cache = new DatasetCache();
    await expect(cache.get('empty', () => Promise.reject(new Error('offline')))).rejects.toThrow('offline');
    expect(await cache.get('empty', async () => dataset)).toBe(dataset);
  });
});
