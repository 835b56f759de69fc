/** What ended a device. */
export type DeviceFailureKind = 'lost' | 'out-of-memory' | 'error';

/** Carried by every wait on a device that has failed. What it means for a run, the run says. */
export class DeviceFailure extends Error {
  readonly kind: DeviceFailureKind;
  constructor(kind: DeviceFailureKind, detail: string) {
    super(detail);
    this.name = 'DeviceFailure';
    this.kind = kind;
  }
}

/** A GPU that answers nothing for so long is taken for hung. Ten times the longest wait seen on a busy software adapter. */
const HUNG_AFTER_MS = 120_000;
const CHECK_EVERY_MS = 5_000;
/** A dying device rejects its promises before or after it is reported as lost: how long a rejection waits for that. */
const LOSS_FOLLOWS_MS = 200;

interface Waiting {
  waitedMs: number;
  readonly reject: (error: DeviceFailure) => void;
}

/**
 * Watches one device from the moment it is opened: `device.lost`, `uncapturederror`, and waits that do not end. After
 * the first failure every wait on the device, running or to come, ends with it. Owned by the session; `release` ends it.
 */
export class DeviceWatch {
  readonly device: GPUDevice;
  readonly #now: () => number;
  readonly #waiting = new Set<Waiting>();
  readonly #timer: ReturnType<typeof setInterval>;
  #checkedMs: number;
  #failure: DeviceFailure | undefined;
  #released = false;

  constructor(device: GPUDevice, now: () => number) {
    this.device = device;
    this.#now = now;
    this.#checkedMs = now();
    device.addEventListener('uncapturederror', ({ error }) => this.fail(uncaptured(error)));
    void device.lost.then((info) => {
      if (!this.#released) this.fail(new DeviceFailure('lost', `${info.reason}: ${info.message}`));
    });
    this.#timer = setInterval(() => this.#checkHung(), CHECK_EVERY_MS);
  }

  /** What ended the device, if anything did. */
  get failure(): DeviceFailure | undefined {
    return this.#failure;
  }

  /**
   * Settles with `promise`, or rejects with DeviceFailure as soon as the device fails. What rejects because the device
   * is being lost rejects with the loss.
   */
  wait<T>(promise: Promise<T>): Promise<T> {
    if (this.#failure) {
      // Nobody waits for it any more: what it rejects with has been told as the failure.
      promise.catch(() => {});
      return Promise.reject(this.#failure);
    }
    return new Promise<T>((resolve, reject) => {
      const waiting: Waiting = { waitedMs: 0, reject };
      this.#waiting.add(waiting);
      promise.then(
        (value) => {
          this.#waiting.delete(waiting);
          resolve(value);
        },
        (error: unknown) => {
          setTimeout(() => {
            this.#waiting.delete(waiting);
            reject(this.#failure ?? error);
          }, LOSS_FOLLOWS_MS);
        },
      );
    });
  }

  /** Throws DeviceFailure when the device has failed. */
  check(): void {
    if (this.#failure) throw this.#failure;
  }

  fail(failure: DeviceFailure): void {
    if (this.#released) return;
    this.#failure ??= failure;
    for (const { reject } of this.#waiting) reject(this.#failure);
    this.#waiting.clear();
  }

  /** Ends the watch without a failure; call it before destroying the device on purpose. */
  release(): void {
    this.#released = true;
    clearInterval(this.#timer);
  }

  /** Where a machine slept between two checks the clock has jumped, but nothing has waited that long. */
  #checkHung(): void {
    const nowMs = this.#now();
    const passedMs = Math.min(nowMs - this.#checkedMs, 2 * CHECK_EVERY_MS);
    this.#checkedMs = nowMs;
    for (const waiting of this.#waiting) waiting.waitedMs += passedMs;
    const hung = [...this.#waiting].some(({ waitedMs }) => waitedMs > HUNG_AFTER_MS);
    if (hung) this.fail(new DeviceFailure('error', `The GPU answered nothing for ${HUNG_AFTER_MS / 1000} s.`));
  }
}

function uncaptured(error: GPUError): DeviceFailure {
  const isMemory = typeof GPUOutOfMemoryError !== 'undefined' && error instanceof GPUOutOfMemoryError;
  return new DeviceFailure(isMemory ? 'out-of-memory' : 'error', error.message);
}
