/** What a watchdog asks and does. */
export interface WatchdogPorts {
  /** Asks something that a living worker answers at once, whatever it is doing. */
  ping(): void;
  onNoAnswer(seconds: number): void;
  onNoProgress(minutes: number): void;
}

const TICK_MS = 1000;
export const PING_AFTER_SECONDS = 20;
/** A machine with two cores that renders in software can keep its own worker waiting for tens of seconds. */
export const NO_ANSWER_SECONDS = 120;
export const NO_PROGRESS_MINUTES = 15;

/**
 * Ends waits that would last for ever: for a browser that answers nothing, and for a worker that answers but whose GPU
 * never finishes. Counts ticks of its own timer, not the clock, because a machine that slept has slept with its browser.
 */
export class Watchdog {
  readonly #ports: WatchdogPorts;
  readonly #timer: ReturnType<typeof setInterval>;
  #silentSeconds = 0;
  #idleSeconds = 0;

  constructor(ports: WatchdogPorts) {
    this.#ports = ports;
    this.#timer = setInterval(() => this.#tick(), TICK_MS);
  }

  /** To be called at each event; `isProgress` for those which show that the run moves. */
  heard(isProgress: boolean): void {
    this.#silentSeconds = 0;
    if (isProgress) this.#idleSeconds = 0;
  }

  [Symbol.dispose](): void {
    clearInterval(this.#timer);
  }

  #tick(): void {
    this.#silentSeconds += 1;
    this.#idleSeconds += 1;
    if (this.#silentSeconds === PING_AFTER_SECONDS) this.#ports.ping();
    if (this.#silentSeconds === NO_ANSWER_SECONDS) this.#ports.onNoAnswer(NO_ANSWER_SECONDS);
    if (this.#idleSeconds === NO_PROGRESS_MINUTES * 60) this.#ports.onNoProgress(NO_PROGRESS_MINUTES);
  }
}
