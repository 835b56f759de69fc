import type { TrainingConfig } from '../../src/core/config/training-config.ts';
import type { RunCommand } from '../../src/protocol/commands.ts';
import type { Event } from '../../src/protocol/events.ts';
import { afterProgress, RACE_AT_START, type RaceStanding } from '../../src/protocol/race-standing.ts';
import { type CommandFailure, workerCrashed } from '../train/command-failure.ts';
import { WatchedWork } from '../train/watched-work.ts';
import type { PageEvent } from '../train-page/page-bridge.ts';

/** A race and how it ended; what it had found by then is in the standing. */
export type RaceOutcome =
  | { readonly type: 'finished'; readonly standing: RaceStanding }
  /** Stopped as asked. */
  | { readonly type: 'stopped'; readonly standing: RaceStanding }
  | { readonly type: 'failed'; readonly standing: RaceStanding; readonly failure: CommandFailure };

export interface RacePorts {
  send(command: RunCommand): void;
  /** Events of the race and of the device, in order. */
  onEvent(event: Event): void;
}

const RACE_ID = 1;

/** One race of the worker, from the command that starts it to its end, whatever ends it. Never waits for ever. */
export class WatchedRace extends WatchedWork<RaceOutcome> {
  readonly #ports: RacePorts;
  #standing = RACE_AT_START;

  constructor(config: TrainingConfig, ports: RacePorts) {
    super({
      config,
      send: (command) => ports.send(command),
      startCommand: { type: 'race', raceId: RACE_ID, config },
      stopCommand: { type: 'stop-race', raceId: RACE_ID },
      stopped: () => ({ type: 'stopped', standing: this.#standing }),
      failed: (failure) => ({ type: 'failed', standing: this.#standing, failure }),
    });
    this.#ports = ports;
  }

  receive(event: PageEvent): void {
    if (this.isEnded) return;
    if (event.type === 'worker-crashed') {
      this.fail(workerCrashed(event.detail));
      return;
    }
    this.heard(event.type === 'race');
    if (event.type === 'plan' || event.type === 'plan-failed') return;
    this.#ports.onEvent(event);
    if (event.type !== 'race') return;
    this.#standing = afterProgress(this.#standing, event.progress);
    const { end } = this.#standing;
    if (!end) return;
    if (end.type === 'failed') this.fail(end.failure);
    else this.end({ type: end.type, standing: this.#standing });
  }
}
