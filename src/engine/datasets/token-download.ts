import { type FileProblem, fileFailure } from './data-failure.ts';
import { type DownloadRequest, download } from './download.ts';
import { parseTokenFile, readTokenHeader, type TokenDocuments } from './token-file.ts';
import { parseText, readTextHeader } from './token-text.ts';

/** A file to download, gzip or plain; its own header says how long it is. */
export type HeadedFileRequest = Omit<DownloadRequest, 'totalBytesOf'>;

/**
 * Downloads a file of token ids.
 * Throws a FailureError with what was expected and what was found; a file of another kind fails at its first bytes.
 */
export async function downloadTokens(
  request: HeadedFileRequest,
  expected: { readonly vocabulary: number; readonly classes: number },
): Promise<TokenDocuments> {
  const result = parseTokenFile(await downloadHeaded(request, readTokenHeader), expected);
  if (result.status !== 'parsed') throw fileFailure(request.file, result);
  return result.documents;
}

/** Downloads a file of text documents. Throws a FailureError as `downloadTokens` does. */
export async function downloadText(request: HeadedFileRequest): Promise<readonly string[]> {
  const result = parseText(await downloadHeaded(request, readTextHeader));
  if (result.status !== 'parsed') throw fileFailure(request.file, result);
  return result.documents;
}

type Header =
  | { readonly status: 'header'; readonly totalBytes: number }
  | { readonly status: 'incomplete' }
  | Extract<FileProblem, { status: 'unexpected' }>;

function downloadHeaded(request: HeadedFileRequest, readHeader: (start: Uint8Array) => Header) {
  const totalBytesOf = (start: Uint8Array): number | null => {
    const header = readHeader(start);
    if (header.status === 'unexpected') throw fileFailure(request.file, header);
    return header.status === 'header' ? header.totalBytes : null;
  };
  return download({ ...request, totalBytesOf });
}
