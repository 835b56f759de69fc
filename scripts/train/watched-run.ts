import type { TrainingConfig } from '../../src/core/config/training-config.ts';
import type { RunCommand } from '../../src/protocol/commands.ts';
import type { Event } from '../../src/protocol/events.ts';
import type { PageEvent } from '../train-page/page-bridge.ts';
import { type CommandFailure, noAnswer, noProgress, workerCrashed } from './command-failure.ts';
import { Watchdog } from './watchdog.ts';

export type RunOutcome =
  | { readonly type: 'finished' }
  /** Stopped as asked. */
  | { readonly type: 'stopped' }
  | { readonly type: 'failed'; readonly failure: CommandFailure };

export interface RunPorts {
  send(command: RunCommand): void;
  /** Every event of this run and of the device, in order. */
  onEvent(event: Event): void;
}

const RUN_ID = 1;
const PING_REQUEST_ID = 1;
/** A worker that is asked to stop destroys what it has allocated; one that is stuck is left behind. */
export const STOP_LIMIT_MS = 10_000;

/** One run of the worker, from the command that starts it to its end, whatever ends it. Never waits for ever. */
export class WatchedRun {
  readonly #config: TrainingConfig;
  readonly #ports: RunPorts;
  readonly #watchdog: Watchdog;
  readonly #outcome: Promise<RunOutcome>;
  #resolve: (outcome: RunOutcome) => void = () => {};
  #failure: CommandFailure | undefined;
  #stopTimer: ReturnType<typeof setTimeout> | undefined;
  #isStarted = false;
  #hasFailed = false;
  #isEnded = false;

  constructor(config: TrainingConfig, ports: RunPorts) {
    this.#config = config;
    this.#ports = ports;
    this.#outcome = new Promise((resolve) => {
      this.#resolve = resolve;
    });
    this.#watchdog = new Watchdog({
      ping: () => ports.send({ type: 'plan', requestId: PING_REQUEST_ID, config }),
      onNoAnswer: (seconds) => this.fail(noAnswer(seconds)),
      onNoProgress: (minutes) => this.fail(noProgress(minutes)),
    });
  }

  /** The run's end, once the worker is there. A run that was stopped before is not started any more. */
  start(): Promise<RunOutcome> {
    if (!this.#isEnded) {
      this.#isStarted = true;
      this.#ports.send({ type: 'start', runId: RUN_ID, config: this.#config, pauseAtStart: false });
    }
    return this.#outcome;
  }

  /** Asks the worker to stop; the run ends as stopped even if the worker does not answer. */
  stop(): void {
    if (!this.#isStarted) {
      this.#end({ type: 'stopped' });
      return;
    }
    this.#ports.send({ type: 'stop', runId: RUN_ID });
    this.#stopTimer ??= setTimeout(() => this.#end({ type: 'stopped' }), STOP_LIMIT_MS);
  }

  fail(failure: CommandFailure): void {
    this.#end({ type: 'failed', failure });
  }

  receive(event: PageEvent): void {
    if (this.#isEnded) return;
    if (event.type === 'worker-crashed') {
      this.fail(workerCrashed(event.detail));
      return;
    }
    const isOfRun = 'runId' in event;
    this.#watchdog.heard(isOfRun);
    if (event.type === 'plan' || event.type === 'plan-failed') return;
    if (isOfRun && event.runId !== RUN_ID) return;
    this.#ports.onEvent(event);
    if (event.type === 'failure') this.#failure = event.failure;
    if (event.type === 'phase') {
      if (event.phase === 'finished' || event.phase === 'stopped') this.#end({ type: event.phase });
      this.#hasFailed ||= event.phase === 'failed';
    }
    if (this.#hasFailed && this.#failure) this.fail(this.#failure);
  }

  #end(outcome: RunOutcome): void {
    if (this.#isEnded) return;
    this.#isEnded = true;
    clearTimeout(this.#stopTimer);
    this.#watchdog[Symbol.dispose]();
    this.#resolve(outcome);
  }
}
