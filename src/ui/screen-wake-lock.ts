/** `idle`: none is wanted, or the page is hidden and asks when it is seen again. */
export type ScreenLockState = 'idle' | 'held' | 'unsupported' | 'refused';

/** The part of a WakeLockSentinel that is used here. */
export interface ScreenLock {
  release(): Promise<void>;
  addEventListener(type: 'release', listener: () => void): void;
}

export interface ScreenLockPorts {
  /** Undefined where the browser has no such thing. */
  readonly request: (() => Promise<ScreenLock>) | undefined;
  /** Browsers give a lock to a page that is seen, and take it when it is hidden. */
  readonly isVisible: () => boolean;
  readonly onState: (state: ScreenLockState) => void;
}

/**
 * Keeps the screen on while that is wanted. Owns at most one lock of the browser, and gives it back as soon as it is wanted
 * no more, also where the browser's answer comes only then. A refusal is told and not repeated before something changes.
 */
export class ScreenWakeLock {
  readonly #ports: ScreenLockPorts;
  #isWanted = false;
  #lock: ScreenLock | undefined;
  #isAsking = false;

  constructor(ports: ScreenLockPorts) {
    this.#ports = ports;
  }

  /** To be called whenever it may have changed. */
  want(isWanted: boolean): void {
    if (isWanted === this.#isWanted) return;
    this.#isWanted = isWanted;
    this.#settle();
  }

  /** To be called when the page is hidden or seen again. */
  visibilityChanged(): void {
    this.#settle();
  }

  #settle(): void {
    const { request, isVisible, onState } = this.#ports;
    if (!this.#isWanted) {
      this.#release();
      onState('idle');
    } else if (!request) onState('unsupported');
    else if (!this.#lock && isVisible() && !this.#isAsking) void this.#ask(request);
  }

  async #ask(request: () => Promise<ScreenLock>): Promise<void> {
    this.#isAsking = true;
    try {
      const lock = await request();
      this.#lock = lock;
      lock.addEventListener('release', () => this.#released(lock));
      if (!this.#isWanted) this.#release();
      else this.#ports.onState('held');
    } catch {
      // Refused for a page that was hidden meanwhile is no refusal: it asks again when it is seen.
      if (this.#isWanted) this.#ports.onState(this.#ports.isVisible() ? 'refused' : 'idle');
    } finally {
      this.#isAsking = false;
    }
  }

  #release(): void {
    const lock = this.#lock;
    this.#lock = undefined;
    lock?.release().catch(() => {});
  }

  /** The browser has taken it: the page is hidden, or the battery is low. */
  #released(lock: ScreenLock): void {
    if (this.#lock !== lock) return;
    this.#lock = undefined;
    this.#ports.onState(this.#ports.isVisible() ? 'refused' : 'idle');
  }
}
