import { idxFailure } from './data-failure.ts';
import { type DownloadEnvironment, type DownloadProgress, download } from './download.ts';
import { type ExpectedShape, type IdxArray, parseIdx, readIdxHeader } from './idx.ts';

export interface IdxFileRequest {
  readonly url: string;
  /** Name of the file in failures. */
  readonly file: string;
  readonly shape: ExpectedShape;
  readonly signal: AbortSignal;
  readonly environment: DownloadEnvironment;
  readonly onProgress: (progress: DownloadProgress) => void;
}

/**
 * Downloads an IDX file, gzip or plain, and parses it.
 * Throws a FailureError with what was expected and what was found; a file that is not IDX fails at its first bytes.
 */
export async function loadIdxFile({ shape, ...request }: IdxFileRequest): Promise<IdxArray> {
  const { file } = request;
  const totalBytesOf = (start: Uint8Array): number | null => {
    const header = readIdxHeader(start);
    if (header.status === 'not-idx') throw idxFailure(file, header);
    return header.status === 'header' ? header.totalBytes : null;
  };
  const result = parseIdx(await download({ ...request, totalBytesOf }), shape);
  if (result.status !== 'parsed') throw idxFailure(file, result);
  return result.array;
}
