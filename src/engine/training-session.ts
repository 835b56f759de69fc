import type { TrainingConfig } from '../core/config/training-config.ts';
import { type Failure, FailureError, failureOf } from '../core/failures.ts';
import type { Command } from '../protocol/commands.ts';
import type { DeviceReport, Event } from '../protocol/events.ts';
import type { RunSource } from '../protocol/kept-run.ts';
import type { MeasurementProgress } from '../protocol/measurement-progress.ts';
import type { RaceProgress } from '../protocol/race-progress.ts';
import type { CheckpointStorage } from './checkpoints/checkpoint-storage.ts';
import { DataLibrary } from './data-library.ts';
import type { DatasetStorage } from './datasets/dataset-storage.ts';
import { BROWSER_ENVIRONMENT } from './datasets/download.ts';
import { DEFAULT_LIMITS } from './device/default-limits.ts';
import { DeviceMemory } from './device/device-memory.ts';
import { DeviceTurns } from './device/device-turns.ts';
import { DeviceWatch } from './device/device-watch.ts';
import { type OpenDeviceResult, openDevice } from './device/gpu-device.ts';
import { MemoryMeasurement } from './device/measure-memory.ts';
import type { RunDevice } from './device/run-device.ts';
import { PipelineCache } from './execute/pipeline-cache.ts';
import { failureOfError } from './failure-of-error.ts';
import { createPlanner } from './planning/plan-training.ts';
import type { TrainingPlanner } from './planning/training-planner.ts';
import { RunKeeper } from './run-keeper.ts';
import { SearchRace } from './search/search-race.ts';
import type { RunEvent } from './training/run-reporter.ts';
import { type RunEquipment, TrainingRun } from './training-run.ts';

export interface SessionEnvironment {
  readonly gpu: GPU | undefined;
  /** Folder of the bundled data sets, absolute. */
  readonly dataUrl: string;
  /** Where data sets that a person gives are kept. */
  readonly storage: DatasetStorage;
  /** Where runs are kept; without it none outlives its device. */
  readonly checkpoints?: CheckpointStorage;
  readonly post: (event: Event) => void;
  readonly now: () => number;
}

/** What the worker has to compute with: a planner always, a device where the browser gives one. */
interface Equipment {
  readonly planner: TrainingPlanner;
  readonly runDevice: RunDevice | undefined;
  readonly failure: Failure | undefined;
}

/**
 * The worker's side of the conversation: answers plans, and holds at most one run, one race of the searches, or one
 * measurement of the device. Plans are answered latest first; a run that starts ends whatever held the device before it.
 */
export class TrainingSession {
  readonly #environment: SessionEnvironment;
  readonly #library: DataLibrary;
  readonly #keeper: RunKeeper | undefined;
  #equipment: Promise<Equipment>;
  readonly #turns = new DeviceTurns();
  /** The last run that holds the device or waits for it; none once it has ended. */
  #current: { readonly runId: number; readonly run: TrainingRun } | undefined;
  #isSmooth = false;
  #wanted: { readonly requestId: number; readonly config: TrainingConfig } | undefined;

  constructor(environment: SessionEnvironment) {
    this.#environment = environment;
    this.#library = new DataLibrary({ ...environment, download: BROWSER_ENVIRONMENT });
    const { checkpoints, post } = environment;
    this.#keeper = checkpoints && new RunKeeper({ storage: checkpoints, post, wallClock: Date.now });
    this.#equipment = this.#equip();
    // Met by whoever asks for it first, which may be later.
    this.#equipment.catch(() => {});
  }

  handle(command: Command): void {
    switch (command.type) {
      case 'plan':
        this.#wantPlan(command.requestId, command.config);
        break;
      case 'start':
        this.#start(command.runId, command.config, command.pauseAtStart);
        break;
      case 'continue':
        this.#start(command.runId, command.config, false, command.from);
        break;
      case 'list-kept-runs':
      case 'discard-kept-run':
      case 'keep-run':
      case 'open-run-file':
      case 'export-run':
        this.#keeper?.handle(command);
        break;
      case 'pause':
        this.#control(command.runId)?.pause();
        break;
      case 'resume':
        this.#control(command.runId)?.resume();
        break;
      case 'step':
        this.#control(command.runId)?.step(command.unit);
        break;
      case 'set-budget':
        this.#control(command.runId)?.setBudget(command.budgetMiB);
        break;
      case 'set-smooth':
        this.#isSmooth = command.isSmooth;
        break;
      case 'stop':
        this.#turns.stop('run', command.runId);
        break;
      case 'race':
        this.#race(command.raceId, command.config);
        break;
      case 'stop-race':
        this.#turns.stop('race', command.raceId);
        break;
      case 'measure':
        this.#measure(command.measureId, command.ceilingBytes);
        break;
      case 'cancel-measure':
        this.#turns.stop('measurement', command.measureId);
        break;
      default:
        this.#library.handle(command);
    }
  }

  #control(runId: number) {
    return this.#current?.runId === runId ? this.#current.run.control : undefined;
  }

  async #equip(): Promise<Equipment> {
    const { gpu, post, now } = this.#environment;
    const result = await openDevice(gpu);
    if (result.type !== 'opened') {
      const failure = failureOfOpening(result);
      post({ type: 'device', report: { status: 'unavailable', failure, assumedLimits: DEFAULT_LIMITS } });
      return { planner: await createPlanner(DEFAULT_LIMITS, now), runDevice: undefined, failure };
    }
    const { opened } = result;
    const runDevice: RunDevice = {
      memory: new DeviceMemory(opened.device),
      watch: new DeviceWatch(opened.device, now),
      pipelines: new PipelineCache(opened.device),
    };
    post({ type: 'device', report: deviceReport(opened) });
    return { planner: await createPlanner(opened.limits, now), runDevice, failure: undefined };
  }

  /** Plans once the messages that are waiting already have been read, so that only the latest is planned. */
  #wantPlan(requestId: number, config: TrainingConfig): void {
    const isScheduled = this.#wanted !== undefined;
    this.#wanted = { requestId, config };
    if (!isScheduled) setTimeout(() => void this.#answerPlan(), 0);
  }

  async #answerPlan(): Promise<void> {
    // Known as soon as the storage has answered; then the data of a workload is asked for without waiting.
    const [equipped] = await Promise.allSettled([this.#equipment, this.#library.isListed]);
    const wanted = this.#wanted;
    this.#wanted = undefined;
    if (!wanted) return;
    const { requestId, config } = wanted;
    const { post } = this.#environment;
    try {
      if (equipped.status === 'rejected') throw equipped.reason;
      post({
        type: 'plan',
        requestId,
        report: equipped.value.planner.plan(config, { sizes: this.#library.sizes(config.workload) }).report,
      });
    } catch (error) {
      post({ type: 'plan-failed', requestId, failure: failureOfError(error) });
    }
  }

  #start(runId: number, config: TrainingConfig, pauseAtStart: boolean, from?: RunSource): void {
    const { post, now } = this.#environment;
    const run = new TrainingRun(config, pauseAtStart, {
      prepare: () => this.#runEquipment(),
      loadDataset: (onProgress, signal) => this.#library.load(config.workload, { onProgress, signal }),
      emit: (event: RunEvent) => post({ ...event, runId }),
      now,
      isSmooth: () => this.#isSmooth,
      ...(this.#keeper && { keeping: this.#keeper.keepingOf(config, from) }),
    });
    if (run.checkpointer) this.#keeper?.hold({ runId, checkpointer: run.checkpointer });
    const current = { runId, run };
    this.#current = current;
    void this.#turns.begin('run', runId, run).then(() => {
      if (this.#current === current) this.#current = undefined;
    });
  }

  /** A run holds the device from its start to its end, pauses included: its bytes are in the budget that a race needs. */
  #race(raceId: number, config: TrainingConfig): void {
    const { post, now } = this.#environment;
    const emit = (progress: RaceProgress) => post({ type: 'race', raceId, progress });
    if (this.#turns.isHeldBy('run')) {
      const failure = failureOf('device-busy', { wanted: 'race' });
      emit({ type: 'ended', end: { type: 'failed', failure }, compileMs: 0 });
      return;
    }
    const race = new SearchRace(config, {
      prepare: () => this.#runEquipment(),
      sizes: () => this.#library.sizes(config.workload),
      emit,
      now,
    });
    void this.#turns.begin('race', raceId, race);
  }

  #measure(measureId: number, ceilingBytes: number): void {
    const { post, now } = this.#environment;
    const emit = (progress: MeasurementProgress) => post({ type: 'measure', measureId, progress });
    if (this.#turns.isHeldBy('run', 'race')) {
      const failure = failureOf('device-busy', { wanted: 'measurement' });
      emit({ type: 'ended', end: { type: 'failed', failure }, passedBytes: 0 });
      return;
    }
    const measurement = new MemoryMeasurement(ceilingBytes, { prepare: () => this.#runEquipment(), emit, now });
    const task = { run: () => measurement.run(), stop: () => measurement.cancel() };
    void this.#turns.begin('measurement', measureId, task);
  }

  async #runEquipment(): Promise<RunEquipment> {
    const { planner, runDevice, failure } = await this.#usableEquipment();
    if (!runDevice) throw new FailureError(failure ?? failureOf('no-adapter', {}));
    return { planner, runDevice };
  }

  /** The equipment; where the device has failed since, or there was none, with a new device if there is one now. */
  async #usableEquipment(): Promise<Equipment> {
    const equipment = await this.#equipment;
    const { runDevice } = equipment;
    const canTry = this.#environment.gpu !== undefined;
    if (runDevice ? !runDevice.watch.failure : !canTry) return equipment;
    runDevice?.watch.release();
    runDevice?.memory.device.destroy();
    this.#equipment = this.#equip();
    return this.#equipment;
  }
}

function deviceReport(opened: Extract<OpenDeviceResult, { type: 'opened' }>['opened']): DeviceReport {
  const { vendor, architecture, deviceName, description, isSoftware, limits, features } = opened;
  return {
    status: 'available',
    vendor,
    architecture,
    device: deviceName,
    description,
    isSoftware,
    limits,
    features,
  };
}

function failureOfOpening(result: Exclude<OpenDeviceResult, { type: 'opened' }>): Failure {
  switch (result.type) {
    case 'no-webgpu':
      return failureOf('no-webgpu', { isSecureContext: globalThis.isSecureContext });
    case 'no-adapter':
      return failureOf('no-adapter', {});
    case 'refused':
      return failureOf('no-adapter', {}, result.detail);
    default:
      return result satisfies never;
  }
}
