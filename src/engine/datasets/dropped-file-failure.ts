import { FailureError, failureOf } from '../../core/failures.ts';
import { byteCounts, bytesText, type FileProblem, shapeText } from './data-failure.ts';
import type { IdxProblem } from './idx.ts';

/** The files that this page reads, in words, to follow "expected". */
export const READABLE_FILES =
  'cifar-10-binary.tar.gz, its .bin files, or IDX images and labels of MNIST or Fashion-MNIST, plain or gzip';

/** A file given by a person is not what it should be. */
export function droppedFileFailure(file: string, problem: FileProblem): FailureError {
  switch (problem.status) {
    case 'unexpected':
      return unexpectedDroppedFile(file, problem.expected, problem.found);
    case 'truncated':
      return new FailureError(failureOf('file-incomplete', { file, ...byteCounts(problem) }));
    case 'trailing-bytes':
      return new FailureError(failureOf('file-unexpected', { file, ...byteCounts(problem) }));
    default:
      throw problem satisfies never;
  }
}

/** In words, to follow "expected" and "found". */
export function unexpectedDroppedFile(file: string, expected: string, found: string): FailureError {
  return new FailureError(failureOf('file-unexpected', { file, expected, found }));
}

/** The gzip data or the tar archive in the file end early, or do not check; `readBytes` of the file were read. */
export function damagedDroppedFile(
  file: string,
  format: 'gzip' | 'tar',
  { readBytes, error }: { readonly readBytes: number; readonly error: unknown },
): FailureError {
  const expected = `a whole ${format} file`;
  const found = `${format} data cut short or damaged, in its first ${bytesText(readBytes)}`;
  return new FailureError(failureOf('file-incomplete', { file, expected, found }, String(error)));
}

/** The browser gives the file's bytes no longer, or never did. */
export function unreadableDroppedFile(file: string, error: unknown): FailureError {
  return new FailureError(failureOf('file-unreadable', { file }, String(error)));
}

/** The problem of an IDX file, as that of any file. */
export function problemOfIdx(problem: IdxProblem): FileProblem {
  switch (problem.status) {
    case 'not-idx':
      return { status: 'unexpected', expected: problem.expected, found: problem.found };
    case 'wrong-dimensions':
      return { status: 'unexpected', expected: shapeText(problem.expected), found: shapeText(problem.found) };
    case 'truncated':
    case 'trailing-bytes':
      return problem;
    default:
      throw problem satisfies never;
  }
}
