import { FailureError } from '../../core/failures.ts';
import { boundedWait, type StartTimer, startBrowserTimer, type WaitLimits } from './bounded-wait.ts';
import { damagedFile, missingFile, stalledFile } from './data-failure.ts';

/** What a download needs from the outside world. */
export interface DownloadEnvironment {
  readonly fetch: (url: string, init: { readonly signal: AbortSignal }) => Promise<Response>;
  readonly startTimer: StartTimer;
  /** Longest time without a byte before the download is given up. */
  readonly stallMs: number;
}

/** The surroundings of a page or worker. */
export const BROWSER_ENVIRONMENT: DownloadEnvironment = {
  fetch: (url, init) => fetch(url, init),
  startTimer: startBrowserTimer,
  stallMs: 30_000,
};

export interface DownloadProgress {
  /** Bytes so far, after decompression. */
  readonly doneBytes: number;
  /** Bytes of the whole file after decompression; `null` until its header has arrived. */
  readonly totalBytes: number | null;
}

export interface DownloadRequest {
  readonly url: string;
  /** Name of the file in failures. */
  readonly file: string;
  readonly signal: AbortSignal;
  readonly environment: DownloadEnvironment;
  /**
   * Size of the whole decompressed file, read from its first bytes; `null` while these are too few.
   * May throw a FailureError: a file of the wrong kind is then not downloaded to its end.
   */
  readonly totalBytesOf: (start: Uint8Array) => number | null;
  readonly onProgress: (progress: DownloadProgress) => void;
}

type Chunk = Uint8Array<ArrayBuffer>;

const GZIP_MAGIC = [0x1f, 0x8b] as const;
const LESS_THAN_SIGN = 0x3c;

/**
 * Downloads a file and decompresses it if it is gzip, told by its first two bytes: some servers send `.gz` with
 * `Content-Encoding: gzip`, and the browser has then decompressed it already. For the same reason progress counts
 * decompressed bytes and never trusts Content-Length, which may count others or be absent.
 *
 * Throws a FailureError when the file is missing, cut short, damaged, or when nothing arrives for `stallMs`; the signal's
 * reason when it is aborted. Whatever happens, the connection is released.
 */
export async function download(request: DownloadRequest): Promise<Chunk> {
  const { url, file, signal, environment } = request;
  const { fetch, startTimer, stallMs } = environment;
  const attempt = new AbortController();
  const limits = { signal, startTimer, limitMs: stallMs, stalled: () => stalledFile(file, stallMs) };
  try {
    const answer = fetch(url, { signal: AbortSignal.any([signal, attempt.signal]) });
    const response = await boundedWait(answer, limits).catch((error: unknown) => {
      if (signal.aborted || error instanceof FailureError) throw error;
      throw missingFile(file, 'no answer', `${url}: ${error}`);
    });
    if (!response.ok) throw missingFile(file, `HTTP status ${response.status}`, url);
    return await readBody(response, request, limits);
  } finally {
    attempt.abort();
  }
}

async function readBody(response: Response, request: DownloadRequest, limits: WaitLimits): Promise<Chunk> {
  const { url, file, signal } = request;
  const received: Chunk[] = [];
  let doneBytes = 0;
  let totalBytes: number | null = null;
  let connectionError: unknown;
  try {
    const { start, stream } = await peek(response, limits, (error) => {
      connectionError = error;
    });
    if (isWebPage(start, response)) throw missingFile(file, 'a web page instead of data', url);
    const decoded = isGzip(start) ? stream.pipeThrough(new DecompressionStream('gzip')) : stream;
    const reader = decoded.getReader();
    for (;;) {
      const { done, value } = await boundedWait(reader.read(), limits);
      if (done) return concatenate(received, doneBytes);
      received.push(value);
      doneBytes += value.length;
      totalBytes ??= request.totalBytesOf(concatenate(received, doneBytes));
      request.onProgress({ doneBytes, totalBytes });
    }
  } catch (error) {
    if (signal.aborted || error instanceof FailureError) throw error;
    const reason = connectionError === undefined ? 'gzip' : 'connection';
    throw damagedFile(file, reason, { doneBytes, totalBytes }, `${url}: ${connectionError ?? error}`);
  }
}

/** Reads the first two bytes, or all there are, and gives them back in front of the rest of the stream. */
async function peek(response: Response, limits: WaitLimits, onConnectionError: (error: unknown) => void) {
  const reader = (response.body ?? new Blob().stream()).getReader();
  const read = () =>
    reader.read().catch((error: unknown) => {
      onConnectionError(error);
      throw error;
    });
  const chunks: Chunk[] = [];
  let length = 0;
  let ended = false;
  while (length < GZIP_MAGIC.length && !ended) {
    const { done, value } = await boundedWait(read(), limits);
    if (value) chunks.push(value);
    length += value?.length ?? 0;
    ended = done;
  }
  const start = concatenate(chunks, length);
  const stream = new ReadableStream<Chunk>({
    start: (controller) => {
      if (length > 0) controller.enqueue(start);
      if (ended) controller.close();
    },
    pull: async (controller) => {
      const { done, value } = await read();
      if (done) controller.close();
      else controller.enqueue(value);
    },
  });
  return { start, stream };
}

/** A development server answers a missing file with the page itself, and status 200. */
function isWebPage(start: Uint8Array, response: Response): boolean {
  const [first] = start;
  if (first === LESS_THAN_SIGN) return true;
  const isHtml = response.headers.get('content-type')?.startsWith('text/html') ?? false;
  return isHtml && !isGzip(start) && first !== 0;
}

/** True also for a file cut after its first byte, if that is gzip's. */
function isGzip(start: Uint8Array): boolean {
  return start.length > 0 && GZIP_MAGIC.every((byte, position) => (start[position] ?? byte) === byte);
}

/** The chunks one after another; `length` is the sum of theirs. */
export function concatenate(chunks: readonly Chunk[], length: number): Chunk {
  const bytes = new Uint8Array(length);
  let offset = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, offset);
    offset += chunk.length;
  }
  return bytes;
}
