/** What the browser's storage says when it refuses, and how much it has left. */

/** Web storage's own name for it; the Storage Standard's error has it as a class name too. */
export function isQuotaError(error: unknown): boolean {
  return error instanceof Error && error.name === 'QuotaExceededError';
}

/** Bytes left for this page; `null` where the browser does not say. */
export async function availableFrom(estimate: () => Promise<StorageEstimate>): Promise<number | null> {
  try {
    const { quota, usage } = await estimate();
    return quota === undefined || usage === undefined ? null : Math.max(0, quota - usage);
  } catch {
    return null;
  }
}
