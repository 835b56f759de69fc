import type { DataParameters } from '../../core/failure-parameters.ts';
import { FailureError, failureOf } from '../../core/failures.ts';
import type { DownloadProgress } from './download.ts';
import type { ExpectedShape, IdxProblem } from './idx.ts';

/** The file is not where it should be: `found` says what was there instead, such as "HTTP status 404". */
export function missingFile(file: string, found: string, detail: string): FailureError {
  return dataFailure('data-missing', { file, expected: 'the file', found }, detail);
}

/** The server stopped sending. */
export function stalledFile(file: string, stallMs: number): FailureError {
  return dataFailure('data-missing', { file, expected: 'data', found: `none for ${stallMs / 1000} seconds` });
}

/** The file ended early: the connection broke, or its gzip data do not end or do not check. */
export function damagedFile(
  file: string,
  reason: 'connection' | 'gzip',
  { doneBytes, totalBytes }: DownloadProgress,
  detail: string,
): FailureError {
  const expected = totalBytes === null ? 'a whole file' : bytesText(totalBytes);
  const cut = reason === 'connection' ? 'a broken connection' : 'gzip data cut short or damaged';
  return dataFailure('data-truncated', { file, expected, found: `${cut} after ${bytesText(doneBytes)}` }, detail);
}

/** The file arrived whole, but is not the IDX file asked for. */
export function idxFailure(file: string, problem: IdxProblem): FailureError {
  switch (problem.status) {
    case 'not-idx':
      return dataFailure('data-not-idx', { file, expected: problem.expected, found: problem.found });
    case 'truncated':
      return dataFailure('data-truncated', { file, ...byteCounts(problem) });
    case 'trailing-bytes':
      return dataFailure('data-not-idx', { file, ...byteCounts(problem) });
    case 'wrong-dimensions':
      return unexpectedData(file, shapeText(problem.expected), shapeText(problem.found));
    default:
      throw problem satisfies never;
  }
}

/** The file is valid in itself, but does not belong to the data set. */
export function unexpectedData(file: string, expected: string, found: string): FailureError {
  return dataFailure('data-not-idx', { file, expected, found });
}

/** Why the bytes of a file are not what was asked for; a parser's answer, for every format but IDX. */
export type FileProblem =
  /** Another format, or contents that cannot be: in words, to follow "expected" and "found". */
  | { readonly status: 'unexpected'; readonly expected: string; readonly found: string }
  | { readonly status: 'truncated'; readonly expectedBytes: number; readonly foundBytes: number }
  | { readonly status: 'trailing-bytes'; readonly expectedBytes: number; readonly foundBytes: number };

/** The file arrived whole, but is not the one asked for. */
export function fileFailure(file: string, problem: FileProblem): FailureError {
  switch (problem.status) {
    case 'unexpected':
      return dataFailure('data-unexpected', { file, expected: problem.expected, found: problem.found });
    case 'truncated':
      return dataFailure('data-truncated', { file, ...byteCounts(problem) });
    case 'trailing-bytes':
      return dataFailure('data-unexpected', { file, ...byteCounts(problem) });
    default:
      throw problem satisfies never;
  }
}

/** The file is valid in itself, but does not belong to the data set; for every format but IDX. */
export function unexpectedFile(file: string, expected: string, found: string): FailureError {
  return fileFailure(file, { status: 'unexpected', expected, found });
}

type DataFailureCode = 'data-missing' | 'data-truncated' | 'data-not-idx' | 'data-unexpected';

function dataFailure(code: DataFailureCode, parameters: DataParameters, detail?: string): FailureError {
  return new FailureError(failureOf(code, parameters, detail));
}

export function byteCounts({
  expectedBytes,
  foundBytes,
}: {
  readonly expectedBytes: number;
  readonly foundBytes: number;
}) {
  return { expected: bytesText(expectedBytes), found: bytesText(foundBytes) };
}

export function bytesText(count: number): string {
  return `${count.toLocaleString('en-US')} bytes`;
}

export function shapeText(shape: ExpectedShape): string {
  return `${shape.length} dimensions: ${shape.map((extent) => extent ?? 'any').join(' × ')}`;
}
