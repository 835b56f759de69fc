export type TextStorage = Pick<Storage, 'getItem' | 'setItem'>;

/** The page's storage; undefined where the browser allows none. */
export function pageStorage(): TextStorage | undefined {
  try {
    return globalThis.localStorage;
  } catch {
    return undefined;
  }
}

/** What is kept under a key, whatever it is; undefined where nothing is, or nothing that can be read. */
export function readKept(storage: TextStorage | undefined, key: string): unknown {
  try {
    return JSON.parse(storage?.getItem(key) ?? 'null') ?? undefined;
  } catch {
    return undefined;
  }
}

/** Keeps a value. Where the browser refuses, it holds until the page closes. */
export function keep(storage: TextStorage | undefined, key: string, value: unknown): void {
  try {
    storage?.setItem(key, JSON.stringify(value));
  } catch {
    // Refused: storage is full or switched off.
  }
}
