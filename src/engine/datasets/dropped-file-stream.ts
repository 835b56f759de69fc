import { FailureError } from '../../core/failures.ts';
import { abortable } from './abortable.ts';
import { damagedDroppedFile, unreadableDroppedFile } from './dropped-file-failure.ts';
import { streamChunks } from './stream-chunks.ts';

type Chunk = Uint8Array<ArrayBuffer>;

export interface DroppedFileReading {
  readonly signal: AbortSignal;
  /** Told of every chunk read from the file, before decompression. */
  readonly onBytes: (bytes: number) => void;
}

/** A file being read. */
export interface OpenedFile {
  readonly isGzip: boolean;
  /** The contents, decompressed where the file is gzip. */
  readonly stream: ReadableStream<Chunk>;
}

const START_BYTES = 512;

/**
 * Opens a file that a person gave and decompresses it if it is gzip, told by its first two bytes.
 * The stream fails with the signal's reason, or with a FailureError when the browser cannot read the file or its gzip data
 * are damaged or end early. Cancelling it lets go of the file. A FailureError is thrown where the file cannot be opened.
 */
export async function openDroppedFile(file: File, { signal, onBytes }: DroppedFileReading): Promise<OpenedFile> {
  let readBytes = 0;
  const failures = firstFailure(signal);
  const plain = failures.rename(
    file.stream(),
    (error) => unreadableDroppedFile(file.name, error),
    (chunk) => {
      readBytes += chunk.length;
      onBytes(chunk.length);
    },
  );
  if (!(await isGzipFile(file, signal))) return { isGzip: false, stream: plain };
  const decompressed = plain.pipeThrough(new DecompressionStream('gzip'));
  return {
    isGzip: true,
    stream: failures.rename(decompressed, (error) => damagedDroppedFile(file.name, 'gzip', { readBytes, error })),
  };
}

/** The first 512 bytes of a file, decompressed where it is gzip; fewer where it has no more. Errors as `openDroppedFile`. */
export async function droppedFileStart(file: File, signal: AbortSignal): Promise<Uint8Array> {
  const { stream } = await openDroppedFile(file, { signal, onBytes: () => {} });
  const start = new Uint8Array(START_BYTES);
  let length = 0;
  for await (const chunk of streamChunks(stream)) {
    const part = chunk.subarray(0, START_BYTES - length);
    start.set(part, length);
    length += part.length;
    if (length === START_BYTES) break;
  }
  return start.subarray(0, length);
}

async function isGzipFile(file: File, signal: AbortSignal): Promise<boolean> {
  signal.throwIfAborted();
  try {
    const [first, second] = new Uint8Array(await abortable(file.slice(0, 2).arrayBuffer(), signal));
    return first === 0x1f && second === 0x8b;
  } catch (error) {
    signal.throwIfAborted();
    throw unreadableDroppedFile(file.name, error);
  }
}

/** Several streams in a row fail one after another for one reason, which each of them then gives: the first. */
function firstFailure(signal: AbortSignal) {
  let first: { readonly reason: unknown } | undefined;
  const reasonOf = (error: unknown, convert: (error: unknown) => FailureError): unknown => {
    if (signal.aborted) return signal.reason;
    first ??= { reason: error instanceof FailureError ? error : convert(error) };
    return first.reason;
  };
  return {
    rename(
      stream: ReadableStream<Chunk>,
      convert: (error: unknown) => FailureError,
      onChunk: (chunk: Chunk) => void = () => {},
    ): ReadableStream<Chunk> {
      const reader = stream.getReader();
      return new ReadableStream<Chunk>(
        {
          async pull(controller) {
            try {
              signal.throwIfAborted();
              const { done, value } = await abortable(reader.read(), signal);
              if (done) return controller.close();
              onChunk(value);
              controller.enqueue(value);
            } catch (error) {
              controller.error(reasonOf(error, convert));
              await reader.cancel(error).catch(() => {});
            }
          },
          cancel: (reason) => reader.cancel(reason),
        },
        { highWaterMark: 0 },
      );
    },
  };
}
