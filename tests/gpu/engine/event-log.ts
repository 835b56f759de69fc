/** Collects events and lets a test wait for one of them. Every wait ends with the test's own time limit. */
export class EventLog<E extends { readonly type: string }> {
  readonly events: E[] = [];
  readonly #waiting = new Set<() => void>();

  readonly post = (event: E): void => {
    this.events.push(event);
    for (const check of this.#waiting) check();
  };

  /** Events of one type, in order. */
  all<T extends E['type']>(type: T): Extract<E, { readonly type: T }>[] {
    return this.events.filter((event): event is Extract<E, { readonly type: T }> => event.type === type);
  }

  /** Resolves with the first event at or after position `from` that `matches`. */
  until<M extends E>(matches: (event: E) => event is M, from?: number): Promise<M>;
  until(matches: (event: E) => boolean, from?: number): Promise<E>;
  until(matches: (event: E) => boolean, from = 0): Promise<E> {
    return new Promise((resolve) => {
      const check = () => {
        const found = this.events.slice(from).find(matches);
        if (!found) return;
        this.#waiting.delete(check);
        resolve(found);
      };
      this.#waiting.add(check);
      check();
    });
  }
}
