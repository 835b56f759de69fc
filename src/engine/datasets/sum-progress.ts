import type { DownloadProgress } from './download.ts';

/** Reports the sum of several files each time one of them moves; the total is known once every file's is. */
export function sumProgress(files: number, onProgress: (progress: DownloadProgress) => void) {
  const parts: DownloadProgress[] = Array.from({ length: files }, () => ({ doneBytes: 0, totalBytes: null }));
  const sum = (): DownloadProgress => ({
    doneBytes: parts.reduce((done, part) => done + part.doneBytes, 0),
    totalBytes: parts.reduce<number | null>(
      (total, part) => (total === null || part.totalBytes === null ? null : total + part.totalBytes),
      0,
    ),
  });
  return (position: number) => (progress: DownloadProgress) => {
    parts[position] = progress;
    onProgress(sum());
  };
}
