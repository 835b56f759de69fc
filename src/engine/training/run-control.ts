/** The run was ended by a person, not by a failure. */
export class RunStopped extends Error {
  constructor() {
    super('The run was stopped.');
    this.name = 'RunStopped';
  }
}

export type StepUnit = 'slice' | 'update';

type Mode = 'running' | 'paused' | 'step-slice' | 'step-update';

/**
 * Where a person's pause, single steps and stop meet the training loop. The loop passes a gate before each slice,
 * of an evaluation too, and before each update; a closed gate waits until it is opened again.
 */
export class RunControl {
  #mode: Mode;
  #stopped = false;
  #open: (() => void) | undefined;

  constructor(pauseAtStart: boolean) {
    this.#mode = pauseAtStart ? 'paused' : 'running';
  }

  pause(): void {
    this.#set('paused');
  }

  resume(): void {
    this.#set('running');
  }

  /** Run one slice (or the update that ends a finished sum), or all that is left of the current update, then pause. */
  step(unit: StepUnit): void {
    this.#set(unit === 'slice' ? 'step-slice' : 'step-update');
  }

  stop(): void {
    this.#stopped = true;
    this.#open?.();
  }

  /** Throws RunStopped once the run was stopped. */
  check(): void {
    if (this.#stopped) throw new RunStopped();
  }

  /**
   * Lets the loop go on, or waits. `onPause` runs when the loop comes to rest here; what it returns, when it leaves.
   * Throws RunStopped.
   */
  async pass(onPause: () => Promise<() => void>): Promise<void> {
    this.check();
    if (this.#mode === 'paused') {
      const onResume = await onPause();
      await this.#opened();
      this.check();
      onResume();
    }
    if (this.#mode === 'step-slice') this.#mode = 'paused';
  }

  /** Tells that an update is complete: a step of one update ends here. */
  updateDone(): void {
    if (this.#mode === 'step-update') this.#mode = 'paused';
  }

  async #opened(): Promise<void> {
    while (this.#mode === 'paused' && !this.#stopped) {
      await new Promise<void>((resolve) => {
        this.#open = resolve;
      });
    }
  }

  #set(mode: Mode): void {
    this.#mode = mode;
    this.#open?.();
  }
}
