import type { TrainingConfig } from '../../src/core/config/training-config.ts';
import type { RunCommand } from '../../src/protocol/commands.ts';
import type { Event } from '../../src/protocol/events.ts';
import type { PageEvent } from '../train-page/page-bridge.ts';
import { type CommandFailure, workerCrashed } from './command-failure.ts';
import { WatchedWork } from './watched-work.ts';

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

/** One run of the worker, from the command that starts it to its end, whatever ends it. Never waits for ever. */
export class WatchedRun extends WatchedWork<RunOutcome> {
  readonly #ports: RunPorts;
  #failure: CommandFailure | undefined;
  #hasFailed = false;

  constructor(config: TrainingConfig, ports: RunPorts) {
    super({
      config,
      send: (command) => ports.send(command),
      startCommand: { type: 'start', runId: RUN_ID, config, pauseAtStart: false },
      stopCommand: { type: 'stop', runId: RUN_ID },
      stopped: () => ({ type: 'stopped' }),
      failed: (failure) => ({ type: 'failed', failure }),
    });
    this.#ports = ports;
  }

  receive(event: PageEvent): void {
    if (this.isEnded) return;
    if (event.type === 'worker-crashed') {
      this.fail(workerCrashed(event.detail));
      return;
    }
    const isOfRun = 'runId' in event;
    this.heard(isOfRun);
    if (event.type === 'plan' || event.type === 'plan-failed') return;
    if (isOfRun && event.runId !== RUN_ID) return;
    this.#ports.onEvent(event);
    if (event.type === 'failure') this.#failure = event.failure;
    if (event.type === 'phase') {
      if (event.phase === 'finished' || event.phase === 'stopped') this.end({ type: event.phase });
      this.#hasFailed ||= event.phase === 'failed';
    }
    if (this.#hasFailed && this.#failure) this.fail(this.#failure);
  }
}
