import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  CIFAR_10_BATCHES,
  type Cifar10Batch,
  Cifar10Collector,
  cifar10BatchOf,
} from '../../../../src/engine/datasets/cifar10.ts';
import { streamChunks } from '../../../../src/engine/datasets/stream-chunks.ts';
import { BATCH_RECORDS, chunkedStream, cifarBatch, pixelOf, RECORD_BYTES } from './official-files.ts';

const batch1 = cifarBatch(1);
const batch3 = cifarBatch(3);
const testBatch = cifarBatch(6);

const chunks = (bytes: Uint8Array<ArrayBuffer>, chunkBytes: number) => streamChunks(chunkedStream(bytes, chunkBytes));

async function collect(files: readonly (readonly [Cifar10Batch, Uint8Array<ArrayBuffer>])[], chunkBytes: number) {
  const collector = new Cifar10Collector(files.map(([batch]) => batch));
  for (const [batch, bytes] of files) {
    expect(await collector.read(batch, bytes.length, chunks(bytes, chunkBytes))).toBeUndefined();
  }
  return collector;
}

describe('Cifar10Collector', () => {
  it('puts red, green and blue of a pixel side by side, for any record and pixel, wherever chunks end', async () => {
    // One byte more than a record, so that the cut wanders through labels and planes; and far larger chunks.
    for (const chunkBytes of [RECORD_BYTES + 1, 1_000_003]) {
      const split = (await collect([['data_batch_1', batch1]], chunkBytes)).train();
      const records = fc.integer({ min: 0, max: BATCH_RECORDS - 1 });
      fc.assert(
        fc.property(records, fc.integer({ min: 0, max: 1023 }), (record, pixel) => {
          const start = record * 3072 + pixel * 3;
          expect([...(split?.images.subarray(start, start + 3) ?? [])]).toEqual(pixelOf(batch1, record, pixel));
          expect(split?.labels[record]).toBe(batch1[record * RECORD_BYTES]);
        }),
      );
    }
  });

  it('decodes every byte, however small the chunks: the first records in chunks of 1 to 3,100 bytes', async () => {
    const whole = (await collect([['data_batch_1', batch1]], batch1.length)).train();
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 3100 }), async (small) => {
        const collector = new Cifar10Collector(['data_batch_1']);
        // The first three records in small chunks, then the rest at once.
        async function* cut() {
          let start = 0;
          for (; start < 3 * RECORD_BYTES; start += small) yield batch1.subarray(start, start + small);
          yield batch1.subarray(start);
        }
        await collector.read('data_batch_1', batch1.length, cut());
        expect(collector.train()?.images.subarray(0, 4 * 3072)).toEqual(whole?.images.subarray(0, 4 * 3072));
        expect(collector.train()?.labels.subarray(0, 4)).toEqual(whole?.labels.subarray(0, 4));
      }),
      { numRuns: 2 },
    );
  });

  it('orders training files by their number, whatever order they come in, and keeps the test file apart', async () => {
    const collector = await collect(
      [
        ['data_batch_3', batch3],
        ['test_batch', testBatch],
        ['data_batch_1', batch1],
      ],
      700_001,
    );
    expect(collector.batches).toEqual(['data_batch_1', 'data_batch_3', 'test_batch']);
    const train = collector.train();
    const first = (record: number) => [...(train?.images.subarray(record * 3072, record * 3072 + 3) ?? [])];
    expect(train?.labels.length).toBe(20_000);
    expect(first(0)).toEqual(pixelOf(batch1, 0, 0));
    expect(first(10_000)).toEqual(pixelOf(batch3, 0, 0));
    expect(collector.test()?.labels[5]).toBe(testBatch[5 * RECORD_BYTES]);
  });

  it('leaves no gap where announced files did not come', async () => {
    const collector = new Cifar10Collector(CIFAR_10_BATCHES);
    expect([collector.train(), collector.test()]).toEqual([undefined, undefined]);
    await collector.read('data_batch_3', null, chunks(batch3, 1_000_000));
    const train = collector.train();
    expect(train?.labels.length).toBe(10_000);
    expect(train?.images.byteLength).toBe(10_000 * 3072);
    expect([...(train?.images.subarray(0, 3) ?? [])]).toEqual(pixelOf(batch3, 0, 0));
  });

  it('refuses a file of another size before it reads a byte of it', async () => {
    let asked = 0;
    const bytes = batch1.slice(0, 9_999 * RECORD_BYTES);
    const collector = new Cifar10Collector(['data_batch_1']);
    const problem = await collector.read(
      'data_batch_1',
      bytes.length,
      streamChunks(chunkedStream(bytes, 1000, () => asked++)),
    );
    expect(problem).toEqual({ status: 'truncated', expectedBytes: 30_730_000, foundBytes: 30_726_927 });
    expect(asked).toBe(0);
    expect(collector.batches).toEqual([]);
  });

  it.each([
    ['truncated', batch1.length - 1],
    ['truncated', 0],
    ['trailing-bytes', batch1.length + 1],
  ])('finds a stream %s at %d bytes where the size was not known before', async (status, foundBytes) => {
    const bytes = new Uint8Array(foundBytes);
    bytes.set(batch1.subarray(0, foundBytes));
    const collector = new Cifar10Collector(['data_batch_1']);
    const problem = await collector.read('data_batch_1', null, chunks(bytes, 4_000_000));
    expect(problem).toEqual({ status, expectedBytes: 30_730_000, foundBytes });
    expect(collector.train()).toBeUndefined();
  });

  it('refuses a label above 9 and names its record', async () => {
    const bytes = batch1.slice();
    bytes[4321 * RECORD_BYTES] = 10;
    const collector = new Cifar10Collector(['data_batch_1']);
    const problem = await collector.read('data_batch_1', bytes.length, chunks(bytes, 1_000_003));
    expect(problem).toEqual({
      status: 'unexpected',
      expected: 'labels 0 to 9',
      found: '10 as the label of record 4,321',
    });
    expect(collector.batches).toEqual([]);
  });
});

describe('cifar10BatchOf', () => {
  it('knows the six names, in a folder, in capitals and downloaded twice, and no other', () => {
    expect(CIFAR_10_BATCHES.map((batch) => cifar10BatchOf(`cifar-10-batches-bin/${batch}.bin`))).toEqual(
      CIFAR_10_BATCHES,
    );
    expect(cifar10BatchOf('TEST_BATCH.BIN')).toBe('test_batch');
    expect(cifar10BatchOf('data_batch_2 (1).bin')).toBe('data_batch_2');
    for (const name of [
      'data_batch_6.bin',
      'data_batch_1',
      'x/._data_batch_1.bin',
      'train.bin',
      'data_batch_1.bin/x',
    ]) {
      expect(cifar10BatchOf(name)).toBeUndefined();
    }
  });
});
