import type { TrainingConfig } from '../../src/core/config/training-config.ts';
import type { PlanReport } from '../../src/core/program/plan-report.ts';
import type { Event, RunSummary } from '../../src/protocol/events.ts';
import type { CommandFailure } from '../train/command-failure.ts';
import { RunRecord } from '../train/run-record.ts';
import type { SentCommand } from '../train/training-browser.ts';
import { WatchedRun } from '../train/watched-run.ts';
import type { PageEvent } from '../train-page/page-bridge.ts';
import type { SoakSample } from './soak-report.ts';
import type { WorkerProbe } from './worker-probe.ts';

const SAMPLES = 24;
const RUN_ID = 1;

export interface SoakedRunPorts {
  readonly send: (command: SentCommand) => void;
  readonly probe: WorkerProbe;
  readonly onSample: (sample: SoakSample) => void;
}

/**
 * A run that is looked at from outside as it goes, and at rest before its last update: what it holds then is its plan and
 * nothing else. At each look it is asked for a checkpoint, as a page is that may be closed soon.
 */
export class SoakedRun {
  readonly record = new RunRecord(() => performance.now());
  readonly samples: SoakSample[] = [];
  readonly watched: WatchedRun;
  atRest: SoakSample | undefined;
  /** Of the plan in use. */
  report: PlanReport | undefined;
  summary: RunSummary | undefined;
  adaptations = 0;
  refusals = 0;
  losses = 0;
  readonly #config: TrainingConfig;
  readonly #ports: SoakedRunPorts;
  /** Updates after which the run is looked at again. */
  #nextLook = 0;
  #looking: Promise<void> | undefined;

  constructor(config: TrainingConfig, ports: SoakedRunPorts) {
    this.#config = config;
    this.#ports = ports;
    this.watched = new WatchedRun(config, { send: ports.send, onEvent: (event) => this.#hear(event) });
  }

  receive(event: PageEvent): void {
    this.watched.receive(event);
  }

  /** Resolves when nothing is being looked at any more. */
  async looked(): Promise<void> {
    await this.#looking;
  }

  #hear(event: Event): void {
    this.record.add(event);
    switch (event.type) {
      case 'ready':
        this.summary = event.summary;
        this.report = event.report;
        break;
      case 'adapted':
        this.adaptations += 1;
        this.report = event.report;
        if (event.adaptation.change === 'resume') void this.#lookAtRest();
        break;
      case 'shortage':
        if (event.failure) this.#giveMemory();
        break;
      case 'log':
        if (event.entry.text.startsWith('The device ran out of memory (')) this.refusals += 1;
        if (event.entry.text.includes('on another device')) this.losses += 1;
        break;
      case 'metrics':
        this.#follow();
        break;
      default:
        break;
    }
  }

  #follow(): void {
    const { updates } = this.record.totals;
    // Where a lost device has undone updates, the next look comes when they are made again.
    if (this.#looking || updates < this.#nextLook) return;
    this.#nextLook = updates + this.#config.length / SAMPLES;
    this.#looking = this.#look().then((sample) => {
      this.#looking = undefined;
      if (sample) this.samples.push(sample);
      this.#ports.send({ type: 'keep-run', runId: RUN_ID });
    });
  }

  /** The weather has left nothing before the last update: takes a plan up again, at rest all the same. */
  #giveMemory(): void {
    this.#ports.send({ type: 'pause', runId: RUN_ID });
    this.#ports.send({ type: 'set-budget', runId: RUN_ID, budgetMiB: this.#config.budgetMiB });
  }

  /** The run holds its plan and rests. */
  async #lookAtRest(): Promise<void> {
    await this.#looking;
    this.atRest = await this.#look();
    this.#ports.send({ type: 'resume', runId: RUN_ID });
  }

  async #look(): Promise<SoakSample | undefined> {
    try {
      const { probe, onSample } = this.#ports;
      const sample = { update: this.record.totals.updates, ...(await probe.heap()), ...(await probe.buffers()) };
      onSample(sample);
      return sample;
    } catch (error) {
      this.watched.fail(cannotLook(error));
      return undefined;
    }
  }
}

function cannotLook(error: unknown): CommandFailure {
  return {
    code: 'no-answer',
    message: 'The training worker could not be looked at.',
    cause: 'The browser hangs, or the machine is too busy to run it.',
    remedy: 'Run again when the machine has less to do.',
    detail: error instanceof Error ? error.message : String(error),
  };
}
