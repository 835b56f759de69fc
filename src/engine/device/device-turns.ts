/** What computes on the device from its start to its end, alone. */
export interface DeviceTask {
  /** Never rejects. After `stop` it ends as soon as it can, also where it has not begun. */
  run(): Promise<void>;
  stop(): void;
}

export type DeviceTaskKind = 'run' | 'race' | 'measurement';

interface Turn {
  readonly kind: DeviceTaskKind;
  readonly id: number;
  readonly task: DeviceTask;
  readonly ended: Promise<void>;
}

/**
 * Who holds the device: one task at a time. The next asks the one before to stop, and begins when that has ended, so all
 * that the one before tells comes first and its memory is given back.
 */
export class DeviceTurns {
  /** The last to begin, until it has ended: all before it were asked to stop. */
  #last: Turn | undefined;
  #isStopped = false;

  /** Whether a task of one of `kinds` holds the device, or waits for it. One that was asked to stop holds nothing. */
  isHeldBy(...kinds: readonly DeviceTaskKind[]): boolean {
    return this.#last !== undefined && !this.#isStopped && kinds.includes(this.#last.kind);
  }

  /** Ends the task before and begins this one. Resolves with its end. */
  begin(kind: DeviceTaskKind, id: number, task: DeviceTask): Promise<void> {
    const previous = this.#last;
    previous?.task.stop();
    const ended = previous ? previous.ended.then(() => task.run()) : task.run();
    const turn: Turn = { kind, id, task, ended };
    this.#last = turn;
    this.#isStopped = false;
    return ended.then(() => {
      if (this.#last === turn) this.#last = undefined;
    });
  }

  /** Asks a task to stop; nothing where it has ended. */
  stop(kind: DeviceTaskKind, id: number): void {
    if (this.#last?.kind !== kind || this.#last.id !== id) return;
    this.#isStopped = true;
    this.#last.task.stop();
  }
}
