import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isTarStart, TarError, tarFiles } from '../../../../src/engine/datasets/tar-files.ts';
import { chunkedStream, type TarEntry, tar } from './official-files.ts';

const text = (value: string) => new TextEncoder().encode(value);

async function readAll(chunks: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const read: Uint8Array[] = [];
  for await (const chunk of chunks) read.push(chunk);
  return new Uint8Array(Buffer.concat(read));
}

/** Every file of the archive as [name, contents]. */
async function contents(archive: Uint8Array<ArrayBuffer>, chunkBytes: number): Promise<[string, number[]][]> {
  const files: [string, number[]][] = [];
  for await (const file of tarFiles(chunkedStream(archive, chunkBytes))) {
    const bytes = await readAll(file.chunks);
    expect(bytes.length).toBe(file.byteLength);
    files.push([file.name, [...bytes]]);
  }
  return files;
}

describe('tarFiles', () => {
  it('gives back names and bytes of any files, however the archive is cut into chunks', async () => {
    const entries = fc.array(
      fc.record({ name: fc.stringMatching(/^[a-z][a-z/.]{0,30}[a-z]$/), bytes: fc.uint8Array({ maxLength: 1100 }) }),
      { maxLength: 5 },
    );
    await fc.assert(
      fc.asyncProperty(
        entries,
        fc.integer({ min: 13, max: 3000 }),
        fc.constantFrom('gnu', 'ustar'),
        async (files, chunkBytes, format) => {
          const expected = files.map(({ name, bytes }) => [name, [...bytes]]);
          expect(await contents(tar(files, format), chunkBytes)).toEqual(expected);
        },
      ),
      { numRuns: 25 },
    );
  });

  it('reads a name of more than 100 bytes in GNU’s way', async () => {
    const name = `${'folder/'.repeat(20)}file.bin`;
    const entries: TarEntry[] = [
      { name: '././@LongLink', type: 'L', bytes: text(`${name}\0`) },
      { name: name.slice(0, 100), bytes: text('abc') },
    ];
    expect(await contents(tar(entries), 700)).toEqual([[name, [97, 98, 99]]]);
  });

  it('passes over a file that nobody reads', async () => {
    const archive = tar([
      { name: 'a', bytes: new Uint8Array(5000) },
      { name: 'b', bytes: text('b') },
    ]);
    const read: string[] = [];
    for await (const file of tarFiles(chunkedStream(archive, 300))) {
      read.push(file.name === 'b' ? new TextDecoder().decode(await readAll(file.chunks)) : file.name);
    }
    expect(read).toEqual(['a', 'b']);
  });

  it('reads on only as its files are read: never a chunk ahead', async () => {
    const chunkBytes = 64 * 1024;
    const archive = tar([{ name: 'large', bytes: new Uint8Array(100 * chunkBytes) }]);
    let asked = 0;
    for await (const file of tarFiles(chunkedStream(archive, chunkBytes, () => asked++))) {
      let chunks = 0;
      for await (const chunk of file.chunks) {
        chunks++;
        expect(chunk.length).toBeGreaterThan(0);
        expect(asked).toBe(chunks);
      }
      expect(chunks).toBe(101);
    }
  });

  it('ends at every early end as a TarError that says so', async () => {
    const archive = tar([{ name: 'a', bytes: new Uint8Array(1000).fill(7) }]);
    // Header 512, contents 1,000 and padding to 1,536, then at least 1,024 zeros.
    for (const length of [1, 511, 512, 513, 1000, 1511, 1512, 1535, 1536, 2000, 2559]) {
      const error = await contents(archive.slice(0, length), 100).catch((reason: unknown) => reason);
      expect(error, `${length} bytes`).toBeInstanceOf(TarError);
      expect(error).toMatchObject({ isCutShort: true });
    }
    expect(await contents(archive.slice(0, 2560), 100)).toHaveLength(1);
  });

  it('refuses a header whose checksum is wrong', async () => {
    const archive = tar([{ name: 'a', bytes: text('abc') }]);
    archive[0] = 'b'.charCodeAt(0);
    const error = await contents(archive, archive.length).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(TarError);
    expect(error).toMatchObject({ isCutShort: false });
  });

  it('gives the error of the stream below as it is, in a file and between files', async () => {
    const archive = tar([{ name: 'a', bytes: new Uint8Array(5000) }]);
    for (const failAt of [0, 600, 3000]) {
      const reason = new Error('the disk was removed');
      const stream = chunkedStream(archive, 300, (start) => {
        if (start >= failAt) throw reason;
      });
      const reading = (async () => {
        for await (const file of tarFiles(stream)) await readAll(file.chunks);
      })();
      await expect(reading).rejects.toBe(reason);
    }
  });

  it('lets go of the stream when the loop is left', async () => {
    let cancelled = false;
    const archive = tar([{ name: 'a', bytes: new Uint8Array(50_000) }]);
    let start = 0;
    const stream = new ReadableStream<Uint8Array>({
      pull(controller) {
        controller.enqueue(archive.slice(start, start + 600));
        start += 600;
      },
      cancel() {
        cancelled = true;
      },
    });
    for await (const file of tarFiles(stream)) {
      expect(file.name).toBe('a');
      break;
    }
    expect(cancelled).toBe(true);
  });
});

describe('isTarStart', () => {
  it('knows both forms by their magic, and takes nothing shorter than a header', () => {
    for (const format of ['gnu', 'ustar'] as const) {
      const start = tar([{ name: 'a' }], format).slice(0, 512);
      expect(isTarStart(start)).toBe(true);
      expect(isTarStart(start.subarray(0, 511))).toBe(false);
    }
    expect(isTarStart(new Uint8Array(512))).toBe(false);
  });
});
