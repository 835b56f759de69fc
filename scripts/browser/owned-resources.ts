const CLOSE_LIMIT_MS = 10_000;

/** What has been opened so far, closed in reverse order; what is added after closing is closed at once. */
export class OwnedResources {
  readonly #closers: (() => Promise<unknown>)[] = [];
  #isClosed = false;

  get isClosed(): boolean {
    return this.#isClosed;
  }

  add(closer: () => Promise<unknown>): void {
    if (this.#isClosed) void closer().catch(() => undefined);
    else this.#closers.push(closer);
  }

  /** Never rejects: what does not close within ten seconds is left. */
  async close(): Promise<void> {
    this.#isClosed = true;
    for (const closer of this.#closers.splice(0).reverse()) {
      await withLimit(closer(), CLOSE_LIMIT_MS, 'It does not close.').catch(() => undefined);
    }
  }
}

/** The promise's value; rejects when it takes longer than the limit. */
export async function withLimit<T>(promise: Promise<T>, limitMs: number, message: string): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(message)), limitMs);
  });
  return Promise.race([promise, limit]).finally(() => clearTimeout(timer));
}
