import type { TrainingConfig } from '../../src/core/config/training-config.ts';
import type { RunCommand } from '../../src/protocol/commands.ts';
import { type CommandFailure, noAnswer, noProgress } from './command-failure.ts';
import { Watchdog } from './watchdog.ts';

export interface WorkParts<Outcome> {
  readonly config: TrainingConfig;
  readonly send: (command: RunCommand) => void;
  readonly startCommand: RunCommand;
  readonly stopCommand: RunCommand;
  readonly stopped: () => Outcome;
  readonly failed: (failure: CommandFailure) => Outcome;
}

const PING_REQUEST_ID = 1;
/** A worker that is asked to stop destroys what it has allocated; one that is stuck is left behind. */
export const STOP_LIMIT_MS = 10_000;

/** Something that the worker does, from the command that starts it to its end, whatever ends it. Never waits for ever. */
export class WatchedWork<Outcome> {
  readonly #parts: WorkParts<Outcome>;
  readonly #watchdog: Watchdog;
  readonly #outcome: Promise<Outcome>;
  #resolve: (outcome: Outcome) => void = () => {};
  #stopTimer: ReturnType<typeof setTimeout> | undefined;
  #isStarted = false;
  #isEnded = false;

  constructor(parts: WorkParts<Outcome>) {
    const { config, send } = parts;
    this.#parts = parts;
    this.#outcome = new Promise((resolve) => {
      this.#resolve = resolve;
    });
    this.#watchdog = new Watchdog({
      ping: () => send({ type: 'plan', requestId: PING_REQUEST_ID, config }),
      onNoAnswer: (seconds) => this.fail(noAnswer(seconds)),
      onNoProgress: (minutes) => this.fail(noProgress(minutes)),
    });
  }

  get isEnded(): boolean {
    return this.#isEnded;
  }

  /** Its end, once the worker is there. What was stopped before is not started any more. */
  start(): Promise<Outcome> {
    if (!this.#isEnded) {
      this.#isStarted = true;
      this.#parts.send(this.#parts.startCommand);
    }
    return this.#outcome;
  }

  /** Asks the worker to stop; the work ends as stopped even if the worker does not answer. */
  stop(): void {
    const { send, stopCommand, stopped } = this.#parts;
    if (!this.#isStarted) {
      this.end(stopped());
      return;
    }
    send(stopCommand);
    this.#stopTimer ??= setTimeout(() => this.end(stopped()), STOP_LIMIT_MS);
  }

  fail(failure: CommandFailure): void {
    this.end(this.#parts.failed(failure));
  }

  /** To be called at each event; `isProgress` for those which show that the work moves. */
  heard(isProgress: boolean): void {
    this.#watchdog.heard(isProgress);
  }

  /** The first end counts. */
  end(outcome: Outcome): void {
    if (this.#isEnded) return;
    this.#isEnded = true;
    clearTimeout(this.#stopTimer);
    this.#watchdog[Symbol.dispose]();
    this.#resolve(outcome);
  }
}
