import { createTarDecoder, type ParsedTarEntry } from 'modern-tar';
import { streamChunks } from './stream-chunks.ts';

/** One entry of an archive that has contents of its own: no folder, no link. */
export interface TarFile {
  /** Path in the archive, with slashes. */
  readonly name: string;
  readonly byteLength: number;
  /** The contents; read them, or leave them alone, before asking for the next file. */
  readonly body: ReadableStream<Uint8Array<ArrayBufferLike>>;
}

/** The archive is damaged or ends early. `isCutShort` tells an early end from blocks that are no tar headers. */
export class TarError extends Error {
  readonly isCutShort: boolean;
  constructor(isCutShort: boolean, cause: unknown) {
    super(isCutShort ? 'the tar archive ends early' : 'the tar archive is damaged', { cause });
    this.name = 'TarError';
    this.isCutShort = isCutShort;
  }
}

const BLOCK_BYTES = 512;
/** Position and text of the magic that POSIX ustar, pax and GNU archives share. */
const MAGIC_OFFSET = 257;
const MAGIC = 'ustar';

/** True when `start`, the first 512 bytes of a file, is the header of a POSIX or GNU tar archive. */
export function isTarStart(start: Uint8Array): boolean {
  if (start.length < BLOCK_BYTES) return false;
  return [...MAGIC].every((letter, at) => start[MAGIC_OFFSET + at] === letter.charCodeAt(0));
}

/**
 * The entries of a tar archive (POSIX ustar and pax, GNU) in their order, while the archive is still being read: a few
 * chunks are held, never a whole file. Folders and links come with no bytes. Checksums of headers are checked, and that the
 * archive has its end mark.
 *
 * An error of `archive` is thrown as it is, and a TarError where the bytes are no whole archive, also by the `body` being
 * read. Leaving the loop early cancels the archive.
 *
 * The format is read by modern-tar: typed, without dependencies, on web streams, with backpressure.
 */
export async function* tarFiles(
  archive: ReadableStream<Uint8Array<ArrayBufferLike>>,
): AsyncGenerator<TarFile, void, undefined> {
  let sourceError: { readonly error: unknown } | undefined;
  let sourceEnded = false;
  const source = archive.getReader();
  const watched = new ReadableStream<Uint8Array<ArrayBufferLike>>({
    async pull(controller) {
      try {
        const { done, value } = await source.read();
        sourceEnded = done;
        if (done) controller.close();
        else controller.enqueue(value);
      } catch (error) {
        sourceError = { error };
        controller.error(error);
      }
    },
  });
  const convert = (error: unknown): unknown => (sourceError ? sourceError.error : new TarError(sourceEnded, error));

  try {
    for await (const { header, body } of streamChunks<ParsedTarEntry>(
      watched.pipeThrough(createTarDecoder({ strict: true })),
    )) {
      const unread = convertErrors(body, convert);
      yield { name: header.name, byteLength: header.size, body: unread };
      // What nobody has begun to read is passed over; whoever reads it holds the lock.
      if (!unread.locked) await unread.cancel();
    }
  } catch (error) {
    throw convert(error);
  } finally {
    // The decoder would let go only at the next chunk.
    await source.cancel().catch(() => {});
  }
}

function convertErrors(
  stream: ReadableStream<Uint8Array<ArrayBufferLike>>,
  convert: (error: unknown) => unknown,
): ReadableStream<Uint8Array<ArrayBufferLike>> {
  const reader = stream.getReader();
  return new ReadableStream(
    {
      async pull(controller) {
        try {
          const { done, value } = await reader.read();
          if (done) controller.close();
          else controller.enqueue(value);
        } catch (error) {
          controller.error(convert(error));
        }
      },
      cancel: (reason) => reader.cancel(reason),
    },
    // Nothing is read ahead of the reader.
    { highWaterMark: 0 },
  );
}
