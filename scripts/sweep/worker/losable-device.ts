import type { RealDevice } from './real-device.ts';

interface OpenScope {
  readonly filter: GPUErrorFilter;
  error: GPUError | null;
}

/** How long after its last deed a device tells that it is lost: with the next task. */
const LOSS_IS_TOLD_AFTER_MS = 0;

/**
 * A real device that can be lost for its run alone, and whose scopes can be given an out-of-memory error, which a software
 * adapter never has. After the loss it behaves as Chromium's do: everything is taken and nothing is done, mappings end with
 * an AbortError, scopes have caught nothing, and `lost` resolves.
 */
export class LosableDevice {
  /** What a run is given. */
  readonly device: GPUDevice;
  readonly #real: RealDevice;
  readonly #scopes: OpenScope[] = [];
  readonly #listeners = new Set<(event: GPUUncapturedErrorEvent) => void>();
  readonly #mappings = new Set<(reason: unknown) => void>();
  readonly #lost: Promise<GPUDeviceLostInfo>;
  #tellLoss: (info: GPUDeviceLostInfo) => void = () => {};
  readonly #closed = new AbortController();
  readonly #ofDevice = new Map<string | symbol, unknown>();
  readonly #ofQueue = new Map<string | symbol, unknown>();
  #isLost = false;

  constructor(real: RealDevice) {
    this.#real = real;
    const { device } = real;
    const { signal } = this.#closed;
    const tell = (event: GPUUncapturedErrorEvent) => this.#tell(event);
    device.addEventListener('uncapturederror', tell, { signal });
    this.#lost = new Promise((resolve) => {
      this.#tellLoss = resolve;
    });
    void device.lost.then((info) => this.#tellLoss(info));
    const queue = proxyOf(device.queue, this.#ofQueue);
    this.device = proxyOf(device, this.#ofDevice);
    this.replace(
      {
        queue,
        lost: this.#lost,
        pushErrorScope: (filter: GPUErrorFilter) => this.#push(filter),
        popErrorScope: () => this.#pop(),
        createShaderModule: (descriptor: GPUShaderModuleDescriptor) => real.pipelines.module(descriptor),
        addEventListener: (_type: 'uncapturederror', listener: (event: GPUUncapturedErrorEvent) => void) =>
          this.#listeners.add(listener),
      },
      {
        writeBuffer: (...args: Parameters<GPUQueue['writeBuffer']>) => {
          if (!this.#isLost) device.queue.writeBuffer(...args);
        },
        onSubmittedWorkDone: async () => {
          if (!this.#isLost) await device.queue.onSubmittedWorkDone();
          return undefined;
        },
      },
    );
  }

  get isLost(): boolean {
    return this.#isLost;
  }

  /** Puts members in the place of the device's and its queue's own. */
  replace(ofDevice: Readonly<Record<string, unknown>>, ofQueue: Readonly<Record<string, unknown>>): void {
    for (const [name, value] of Object.entries(ofDevice)) this.#ofDevice.set(name, value);
    for (const [name, value] of Object.entries(ofQueue)) this.#ofQueue.set(name, value);
  }

  /** An error as of a device without room: the innermost scope for it has it, else nobody. */
  raiseOutOfMemory(message: string): void {
    const error = new GPUOutOfMemoryError(message);
    const scope = this.#scopes.findLast(({ filter }) => filter === 'out-of-memory');
    if (scope) {
      scope.error ??= error;
      return;
    }
    this.#real.uncaptured.push(message);
    this.#tell(new GPUUncapturedErrorEvent('uncapturederror', { error }));
  }

  lose(): void {
    this.#isLost = true;
    // What this run has opened on the real device is closed: the next run has scopes of its own.
    for (const _ of this.#scopes) void this.#real.device.popErrorScope();
    const ended = new DOMException('The device was lost before mapping was resolved.', 'AbortError');
    for (const reject of this.#mappings) reject(ended);
    setTimeout(
      () => this.#tellLoss({ __brand: 'GPUDeviceLostInfo', reason: 'unknown', message: 'Lost on purpose.' }),
      LOSS_IS_TOLD_AFTER_MS,
    );
  }

  /** A mapping, which ends with the device. */
  async orLost(map: () => Promise<undefined>): Promise<void> {
    if (this.#isLost) throw new DOMException('The device was lost before mapping was resolved.', 'AbortError');
    await new Promise<undefined>((resolve, reject) => {
      this.#mappings.add(reject);
      map()
        .then(resolve, reject)
        .finally(() => this.#mappings.delete(reject));
    });
  }

  /** The run has ended: nothing is told any more. */
  close(): void {
    this.#closed.abort();
    this.#listeners.clear();
  }

  #push(filter: GPUErrorFilter): void {
    if (this.#isLost) return;
    this.#scopes.push({ filter, error: null });
    this.#real.device.pushErrorScope(filter);
  }

  async #pop(): Promise<GPUError | null> {
    if (this.#isLost) return null;
    const scope = this.#scopes.pop();
    const real = await this.#real.device.popErrorScope();
    return scope?.error ?? real;
  }

  #tell(event: GPUUncapturedErrorEvent): void {
    if (this.#isLost) return;
    for (const listener of this.#listeners) listener(event);
  }
}

/** `target` with some members of others; methods are called on the target itself. */
function proxyOf<T extends object>(target: T, replaced: ReadonlyMap<string | symbol, unknown>): T {
  return new Proxy(target, {
    get: (_, name) => {
      if (replaced.has(name)) return replaced.get(name);
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}
