import { type EpochPlan, planEpochs } from '../core/batch/epoch-plan.ts';
import type { ProbedSize } from '../core/batch/search-strategies/strategy.ts';
import type { TrainingConfig } from '../core/config/training-config.ts';
import { type Failure, FailureError, failureOf } from '../core/failures.ts';
import type { TrainingPhase } from '../core/training-phase.ts';
import type { ActivityProgress, Event, LogEntry, SliceProgress } from '../protocol/events.ts';
import { createBatchSource } from './datasets/batch-source.ts';
import type { Dataset } from './datasets/dataset.ts';
import { DeviceFailure, type DeviceWatch } from './device/device-watch.ts';
import type { RunDevice } from './device/run-device.ts';
import type { Executable } from './execute/executable.ts';
import { ReadBack } from './execute/readback.ts';
import { SubmitPacer } from './execute/submit-pacer.ts';
import { compileRun } from './planning/compile-run.ts';
import { normalizationNotice } from './planning/normalization-notice.ts';
import { READ_BACK_NAMES, type RunPlan } from './planning/run-plan.ts';
import type { DatasetSizes, TrainingPlanner } from './planning/training-planner.ts';
import { triedText } from './search/tried-text.ts';
import { Evaluator } from './training/evaluator.ts';
import { MetricsBatcher } from './training/metrics-batcher.ts';
import { NonFiniteGuard } from './training/non-finite-guard.ts';
import { RunControl, RunStopped } from './training/run-control.ts';
import { SliceInputs } from './training/slice-inputs.ts';
import { Trainer, type TrainerObserver } from './training/trainer.ts';
import { uploadInitialParameters } from './training/upload-parameters.ts';
import { workloadOf } from './workload.ts';

/** Progress events a second, at most. */
const PROGRESS_MS = 100;

/** An event of a run before it carries the run's id. */
export type RunEvent = Event extends infer E
  ? E extends { readonly runId: number }
    ? Omit<E, 'runId'>
    : never
  : never;

export interface RunEquipment {
  readonly runDevice: RunDevice;
  readonly planner: TrainingPlanner;
}

export interface RunEnvironment {
  /** Waits for a usable device. Rejects with FailureError where there is none. */
  readonly prepare: () => Promise<RunEquipment>;
  readonly loadDataset: (
    onProgress: (doneBytes: number, totalBytes: number | null) => void,
    signal: AbortSignal,
  ) => Promise<Dataset>;
  readonly emit: (event: RunEvent) => void;
  readonly now: () => number;
}

interface RunParts {
  readonly trainer: Trainer;
  /** Undefined where the budget has no room for evaluation. */
  readonly evaluator: Evaluator | undefined;
  readonly epochs: EpochPlan;
}

/**
 * One run from its configuration to its last number: load, search, compile, train, evaluate. Owns everything it creates
 * on the device and destroys it at its end, whatever the end.
 */
export class TrainingRun {
  readonly control: RunControl;
  readonly #config: TrainingConfig;
  readonly #environment: RunEnvironment;
  readonly #metrics: MetricsBatcher;
  readonly #abort = new AbortController();
  readonly #startMs: number;
  /** Updates made so far. */
  #updates = 0;
  #watch: DeviceWatch | undefined;
  #report: RunPlan['report'] | undefined;
  #activity: 'compiling' | 'training' | 'evaluating' = 'compiling';
  #executable: Executable | undefined;
  /** Sizes tried on the device so far, where the search tries them. */
  #sizesTried = 0;
  #progressMs = Number.NEGATIVE_INFINITY;
  /** The newest slice that came too soon after the last event to be told. */
  #untold: SliceProgress | undefined;

  constructor(config: TrainingConfig, pauseAtStart: boolean, environment: RunEnvironment) {
    this.#config = config;
    this.#environment = environment;
    this.#startMs = environment.now();
    this.control = new RunControl(pauseAtStart);
    this.#metrics = new MetricsBatcher((packet) => environment.emit({ type: 'metrics', packet }), environment.now);
  }

  stop(): void {
    this.#abort.abort(new RunStopped());
    this.control.stop();
  }

  /** Runs to the end. Never rejects: every end is a phase, a failure is an event before it. */
  async run(): Promise<void> {
    let end: TrainingPhase = 'finished';
    try {
      await this.#phases();
    } catch (error) {
      if (error instanceof RunStopped) end = 'stopped';
      else {
        end = 'failed';
        this.#reportFailure(error);
      }
    } finally {
      this.#tellRest();
      this.#executable?.destroy();
    }
    if (end === 'stopped') this.#log('info', 'Stopped; everything the run had allocated is given back.');
    this.#phase(end);
  }

  async #phases(): Promise<void> {
    this.#phase('loading');
    const equipment = await this.#environment.prepare();
    this.#watch = equipment.runDevice.watch;
    const dataset = await this.#load();
    const { plan, executable } = await this.#compile(equipment, dataset);
    const parts = this.#assemble(equipment.runDevice, dataset, plan, executable);
    this.#announce(equipment.runDevice, dataset, plan, parts.epochs);
    await this.#train(parts);
  }

  async #load(): Promise<Dataset> {
    const { loadDataset } = this.#environment;
    const startMs = this.#environment.now();
    const loaded = await loadDataset((done, total) => {
      this.#progress({ activity: 'loading', done, total: total ?? 0, unit: 'bytes' }, startMs);
    }, this.#abort.signal);
    this.control.check();
    const dataset = loaded.cutTo?.(workloadOf(this.#config).exampleShape) ?? loaded;
    const { trainExamples, testExamples } = dataset;
    this.#log('info', `${count(trainExamples)} training and ${count(testExamples)} test examples are loaded.`);
    return dataset;
  }

  async #compile(
    { planner, runDevice }: RunEquipment,
    sizes: DatasetSizes,
  ): Promise<{ plan: RunPlan; executable: Executable }> {
    this.#phase('searching');
    const compiled = await compileRun({
      config: this.#config,
      sizes,
      planner,
      runDevice,
      onCompiling: () => this.#phase('compiling'),
      onProgress: (done, total, startMs) =>
        this.#progress({ activity: 'compiling', done, total, unit: 'pipelines' }, startMs),
      onRefused: (text) => this.#log('warning', text),
      onTried: (tried) => this.#tried(tried),
      check: () => this.control.check(),
      now: this.#environment.now,
    });
    this.#executable = compiled.executable;
    this.#report = compiled.plan.report;
    this.control.check();
    return compiled;
  }

  #tried(tried: ProbedSize): void {
    this.#log('info', triedText(tried));
    this.#sizesTried += 1;
    const elapsedMs = this.#environment.now() - this.#startMs;
    const progress = { done: this.#sizesTried, total: 0, unit: 'sizes', elapsedMs } as const;
    this.#environment.emit({ type: 'progress', progress: { activity: 'searching', ...progress } });
  }

  #assemble(runDevice: RunDevice, dataset: Dataset, plan: RunPlan, executable: Executable): RunParts {
    const { now } = this.#environment;
    const { memory, watch } = runDevice;
    const workload = workloadOf(this.#config);
    const { queue } = memory.device;
    const epochs = planEpochs(dataset.trainExamples, this.#config);
    uploadInitialParameters(queue, executable, workload.model, this.#config.seed);
    const [even, odd] = READ_BACK_NAMES;
    const shared = {
      executable,
      pacer: new SubmitPacer(memory.device, watch, executable, now),
      readBack: new ReadBack(watch, [executable.buffer(even), executable.buffer(odd)]),
      inputs: new SliceInputs(plan.report.microBatch, workload),
    };
    const trainer = new Trainer({
      ...shared,
      config: this.#config,
      epochs,
      plan,
      memory,
      batches: createBatchSource({ dataset, seed: this.#config.seed, epochs }),
      control: this.control,
      observer: this.#observer(),
      now,
    });
    const { evaluation } = plan;
    const examples = this.#config.testExamples;
    const evaluator =
      evaluation.type === 'fits' ? new Evaluator({ ...shared, queue, dataset, examples, evaluation }) : undefined;
    return { trainer, evaluator, epochs };
  }

  #observer(): TrainerObserver {
    const guard = new NonFiniteGuard((text) => this.#log('warning', text));
    return {
      progressed: (progress) => {
        this.#untold = progress;
        if (this.#isDue()) this.#tellSlice();
      },
      updated: (row) => {
        this.#metrics.addUpdate(row);
        guard.check(row);
      },
      paused: (progress) => {
        this.#untold = progress;
        this.#tellRest();
        this.#phase('paused');
      },
      resumed: () => this.#phase('training'),
    };
  }

  #announce({ memory }: RunDevice, dataset: Dataset, { report, evaluation }: RunPlan, epochs: EpochPlan): void {
    const { trainExamples, testExamples } = dataset;
    const { totalUpdates, updatesPerEpoch } = epochs;
    const { parameterCount } = report;
    this.#environment.emit({
      type: 'ready',
      report,
      summary: { parameterCount, totalUpdates, updatesPerEpoch, trainExamples, testExamples },
      allocatedBytes: memory.allocatedBytes,
    });
    this.#log('info', report.reason);
    const notice = normalizationNotice(workloadOf(this.#config).model, report);
    if (notice) this.#log('warning', notice);
    if (evaluation.type !== 'does-not-fit') return;
    const { budgetBytes, config } = report;
    const parameters = { neededBytes: evaluation.neededBytes, budgetBytes, headroom: config.headroom };
    this.#log('warning', failureOf('evaluation-does-not-fit', parameters).message);
  }

  async #train(parts: RunParts): Promise<void> {
    const { trainer, evaluator } = parts;
    this.#activity = 'training';
    this.#phase('training');
    try {
      await this.#makeUpdates(parts);
    } catch (error) {
      // Updates made before a stop count: their numbers are still on their way.
      if (error instanceof RunStopped) await trainer.settle().catch(() => {});
      throw error;
    }
    this.#tellRest();
    if (!evaluator) return;
    this.#phase('evaluating');
    await this.#evaluate(evaluator);
  }

  async #makeUpdates({ trainer, evaluator, epochs }: RunParts): Promise<void> {
    const { evaluateEvery } = this.#config;
    while (this.#updates < epochs.totalUpdates) {
      await trainer.update(this.#updates);
      this.#updates += 1;
      const isDue = evaluateEvery > 0 && this.#updates % evaluateEvery === 0;
      if (!evaluator || !isDue || this.#updates === epochs.totalUpdates) continue;
      await trainer.settle();
      await this.#evaluate(evaluator);
    }
    await trainer.settle();
  }

  async #evaluate(evaluator: Evaluator): Promise<void> {
    const startMs = this.#environment.now();
    this.#activity = 'evaluating';
    const { loss, accuracy } = await evaluator.evaluate((done, total) => {
      this.control.check();
      this.#progress({ activity: 'evaluating', done, total, unit: 'examples' }, startMs);
    });
    this.#activity = 'training';
    const evaluationMs = this.#environment.now() - startMs;
    this.#metrics.addEvaluation({ update: this.#updates, testLoss: loss, testAccuracy: accuracy, evaluationMs });
    this.#log('info', `Test set: loss ${loss.toFixed(3)}, accuracy ${(100 * accuracy).toFixed(1)} %.`);
  }

  #tellSlice(): void {
    const progress = this.#untold;
    this.#untold = undefined;
    if (progress) this.#environment.emit({ type: 'slice', progress });
  }

  /** Where the run comes to rest, what is shown is what was done: nothing held back, however soon it came. */
  #tellRest(): void {
    this.#tellSlice();
    this.#metrics.flush();
  }

  #isDue(): boolean {
    const nowMs = this.#environment.now();
    if (nowMs - this.#progressMs < PROGRESS_MS) return false;
    this.#progressMs = nowMs;
    return true;
  }

  #progress(progress: Omit<ActivityProgress, 'elapsedMs'>, startMs: number): void {
    const isLast = progress.done === progress.total;
    if (!isLast && !this.#isDue()) return;
    const elapsedMs = this.#environment.now() - startMs;
    this.#environment.emit({ type: 'progress', progress: { ...progress, elapsedMs } });
  }

  #phase(phase: TrainingPhase): void {
    this.#environment.emit({ type: 'phase', phase });
  }

  #log(level: LogEntry['level'], text: string): void {
    const atMs = this.#environment.now() - this.#startMs;
    this.#environment.emit({ type: 'log', entry: { atMs, update: this.#updates, level, text } });
  }

  #reportFailure(error: unknown): void {
    const failure = this.#failureOf(error);
    this.#log('error', failure.message);
    this.#environment.emit({ type: 'failure', failure });
  }

  #failureOf(error: unknown): Failure {
    if (error instanceof FailureError) return error.failure;
    const cause = error instanceof DeviceFailure ? error : this.#watch?.failure;
    if (!cause) return failureOf('internal', {}, error instanceof Error ? (error.stack ?? error.message) : `${error}`);
    switch (cause.kind) {
      case 'lost':
        return failureOf('device-lost', { finishedUpdates: this.#updates }, cause.message);
      case 'error':
        return failureOf('device-error', { activity: this.#activity }, cause.message);
      case 'out-of-memory': {
        const { microBatch, peakBytes, budgetBytes } = this.#report ?? { microBatch: 0, peakBytes: 0, budgetBytes: 0 };
        return failureOf('out-of-memory', { microBatch, plannedBytes: peakBytes, budgetBytes }, cause.message);
      }
      default:
        return cause.kind satisfies never;
    }
  }
}

function count(value: number): string {
  return value.toLocaleString('en-US');
}
