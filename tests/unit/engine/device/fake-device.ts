/** A buffer as the engine's bookkeeping sees it: a size, and whether it was destroyed. */
export interface FakeBuffer {
  readonly label: string;
  readonly size: number;
  readonly usage: number;
  destroyed: boolean;
}

export interface FakeError {
  readonly message: string;
}

type ScopeFilter = 'out-of-memory' | 'validation' | 'internal';

/**
 * The host-side part of a GPUDevice: buffers, error scopes, the lost promise and uncaptured errors. It computes nothing;
 * tests say which errors arise.
 */
export class FakeDevice {
  readonly buffers: FakeBuffer[] = [];
  readonly #scopes: { readonly filter: ScopeFilter; error: FakeError | null }[] = [];
  readonly #listeners: ((event: { readonly error: FakeError }) => void)[] = [];
  #lose: (info: { readonly reason: string; readonly message: string }) => void = () => {};
  readonly lost = new Promise<{ readonly reason: string; readonly message: string }>((resolve) => {
    this.#lose = resolve;
  });

  asGpuDevice(): GPUDevice {
    return this as unknown as GPUDevice;
  }

  get openScopes(): number {
    return this.#scopes.length;
  }

  createBuffer({ label = '', size, usage }: GPUBufferDescriptor): FakeBuffer & { destroy(): void } {
    const buffer = {
      label,
      size,
      usage,
      destroyed: false,
      destroy: () => {
        buffer.destroyed = true;
      },
    };
    this.buffers.push(buffer);
    return buffer;
  }

  pushErrorScope(filter: ScopeFilter): void {
    this.#scopes.push({ filter, error: null });
  }

  async popErrorScope(): Promise<FakeError | null> {
    const scope = this.#scopes.pop();
    if (!scope) throw new Error('No error scope is open.');
    return scope.error;
  }

  /** An error of a kind: kept by the innermost scope for it, else uncaptured. A scope keeps its first error. */
  raise(filter: ScopeFilter, message: string): void {
    const scope = this.#scopes.findLast((open) => open.filter === filter);
    if (scope) scope.error ??= { message };
    else for (const listener of this.#listeners) listener({ error: { message } });
  }

  lose(reason: string, message: string): void {
    this.#lose({ reason, message });
  }

  /** Lost for whoever watches it, as with a real one. */
  destroy(): void {
    this.lose('destroyed', 'Device was destroyed.');
  }

  addEventListener(_type: 'uncapturederror', listener: (event: { readonly error: FakeError }) => void): void {
    this.#listeners.push(listener);
  }
}
