/** The run was ended by a person, not by a failure. */
export class RunStopped extends Error {
  constructor() {
    super('The run was stopped.');
    this.name = 'RunStopped';
  }
}

export type StepUnit = 'slice' | 'update';

type Mode = 'running' | 'paused' | 'step-slice' | 'step-update';

/** Does what a gate is passed for; false where the loop cannot go on yet. */
type Ready = () => boolean | Promise<boolean>;

/**
 * Where a person's pause, single steps, budget and stop meet the training loop. The loop passes a gate before each slice,
 * of an evaluation too, and before each update; a closed gate waits until it is opened again.
 */
export class RunControl {
  #mode: Mode;
  #stopped = false;
  #budgetMiB: number | undefined;
  #budgetsSet = 0;
  /** Commands so far: one that comes while the loop is busy at a gate is not missed. */
  #commands = 0;
  #wake: (() => void) | undefined;

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
    this.#told();
  }

  /** A new budget, in force from the next gate on; a loop that waits at one meets it there. */
  setBudget(budgetMiB: number): void {
    this.#budgetMiB = budgetMiB;
    this.#budgetsSet += 1;
    this.#told();
  }

  /**
   * Resolves after so many milliseconds; earlier where the run is told something, and at once where it is to stop or to
   * pause: what is left before its next gate is then done without rests.
   */
  async rest(ms: number): Promise<void> {
    if (this.#stopped || this.#mode === 'paused') return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms);
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  /** The budget set last; undefined while it is the one that the run was started with. */
  get budgetMiB(): number | undefined {
    return this.#budgetMiB;
  }

  /** How often it was set: tells a budget that is set again from one that stands. */
  get budgetsSet(): number {
    return this.#budgetsSet;
  }

  /** Throws RunStopped once the run was stopped. */
  check(): void {
    if (this.#stopped) throw new RunStopped();
  }

  /**
   * Lets the loop go on, or waits. `ready` runs first, and again after each command: the gate stays closed while it says
   * so. `onPause` runs when the loop comes to rest here; what it returns, when it leaves. Throws RunStopped.
   */
  async pass(onPause: () => Promise<() => void>, ready: Ready = () => true): Promise<void> {
    let onResume: (() => void) | undefined;
    for (;;) {
      this.check();
      const heard = this.#commands;
      const answer = ready();
      const isReady = typeof answer === 'boolean' ? answer : await answer;
      if (isReady && this.#mode !== 'paused') break;
      onResume ??= await onPause();
      await this.#commandAfter(heard);
    }
    this.check();
    onResume?.();
    if (this.#mode === 'step-slice') this.#mode = 'paused';
  }

  /** Tells that an update is complete: a step of one update ends here. */
  updateDone(): void {
    if (this.#mode === 'step-update') this.#mode = 'paused';
  }

  async #commandAfter(heard: number): Promise<void> {
    while (this.#commands === heard) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }

  #set(mode: Mode): void {
    this.#mode = mode;
    this.#told();
  }

  #told(): void {
    this.#commands += 1;
    this.#wake?.();
  }
}
