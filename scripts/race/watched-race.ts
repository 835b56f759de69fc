import type { TrainingConfig } from '../../src/core/config/training-config.ts';
import type { Command } from '../../src/protocol/commands.ts';
import type { Event } from '../../src/protocol/events.ts';
import { afterProgress, RACE_AT_START, type RaceStanding } from '../../src/protocol/race-standing.ts';
import { type CommandFailure, noAnswer, noProgress, workerCrashed } from '../train/command-failure.ts';
import { Watchdog } from '../train/watchdog.ts';
import { STOP_LIMIT_MS } from '../train/watched-run.ts';
import type { PageEvent } from '../train-page/page-bridge.ts';

/** A race and how it ended; what it had found by then is in the standing. */
export type RaceOutcome =
  | { readonly type: 'finished'; readonly standing: RaceStanding }
  /** Stopped as asked. */
  | { readonly type: 'stopped'; readonly standing: RaceStanding }
  | { readonly type: 'failed'; readonly standing: RaceStanding; readonly failure: CommandFailure };

export interface RacePorts {
  send(command: Command): void;
  /** Events of the race and of the device, in order. */
  onEvent(event: Event): void;
}

const RACE_ID = 1;
const PING_REQUEST_ID = 1;

/** One race of the worker, from the command that starts it to its end, whatever ends it. Never waits for ever. */
export class WatchedRace {
  readonly #config: TrainingConfig;
  readonly #ports: RacePorts;
  readonly #watchdog: Watchdog;
  readonly #outcome: Promise<RaceOutcome>;
  #resolve: (outcome: RaceOutcome) => void = () => {};
  #standing = RACE_AT_START;
  #stopTimer: ReturnType<typeof setTimeout> | undefined;
  #isStarted = false;
  #isEnded = false;

  constructor(config: TrainingConfig, ports: RacePorts) {
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

  /** The race's end, once the worker is there. A race that was stopped before is not started any more. */
  start(): Promise<RaceOutcome> {
    if (!this.#isEnded) {
      this.#isStarted = true;
      this.#ports.send({ type: 'race', raceId: RACE_ID, config: this.#config });
    }
    return this.#outcome;
  }

  /** Asks the worker to stop; the race ends as stopped even if the worker does not answer. */
  stop(): void {
    if (!this.#isStarted) {
      this.#end({ type: 'stopped', standing: this.#standing });
      return;
    }
    this.#ports.send({ type: 'stop-race', raceId: RACE_ID });
    this.#stopTimer ??= setTimeout(() => this.#end({ type: 'stopped', standing: this.#standing }), STOP_LIMIT_MS);
  }

  fail(failure: CommandFailure): void {
    this.#end({ type: 'failed', standing: this.#standing, failure });
  }

  receive(event: PageEvent): void {
    if (this.#isEnded) return;
    if (event.type === 'worker-crashed') {
      this.fail(workerCrashed(event.detail));
      return;
    }
    this.#watchdog.heard(event.type === 'race');
    if (event.type === 'plan' || event.type === 'plan-failed') return;
    this.#ports.onEvent(event);
    if (event.type !== 'race') return;
    this.#standing = afterProgress(this.#standing, event.progress);
    const { end } = this.#standing;
    if (!end) return;
    if (end.type === 'failed') this.fail(end.failure);
    else this.#end({ type: end.type, standing: this.#standing });
  }

  #end(outcome: RaceOutcome): void {
    if (this.#isEnded) return;
    this.#isEnded = true;
    clearTimeout(this.#stopTimer);
    this.#watchdog[Symbol.dispose]();
    this.#resolve(outcome);
  }
}
