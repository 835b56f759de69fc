import { type EpochPlan, planEpochs } from '../core/batch/epoch-plan.ts';
import { BYTES_PER_MIB } from '../core/bytes.ts';
import type { TrainingConfig } from '../core/config/training-config.ts';
import type { TrainingPhase } from '../core/training-phase.ts';
import type { SliceProgress } from '../protocol/events.ts';
import { createBatchSource } from './datasets/batch-source.ts';
import type { Dataset } from './datasets/dataset.ts';
import type { RunDevice } from './device/run-device.ts';
import { ReadBack } from './execute/readback.ts';
import { type PaceControl, SubmitPacer } from './execute/submit-pacer.ts';
import { type CompiledRun, type CompileParts, compileRun } from './planning/compile-run.ts';
import { READ_BACK_NAMES, type RunPlan } from './planning/run-plan.ts';
import type { TrainingPlanner } from './planning/training-planner.ts';
import { triedText } from './search/tried-text.ts';
import { announceRun } from './training/announce-run.ts';
import { Checkpointer, type RunKeeping } from './training/checkpointer.ts';
import { Evaluator } from './training/evaluator.ts';
import { MemoryAdapter } from './training/memory-adapter.ts';
import type { ReplayKit, SlicePosition } from './training/replay-kit.ts';
import { RunControl, RunStopped } from './training/run-control.ts';
import { deviceFailureOf, failureOfRun } from './training/run-failure.ts';
import { adapterObserver, trainerObserver } from './training/run-observers.ts';
import { type RunEvent, RunReporter } from './training/run-reporter.ts';
import { inWeather, RunWeather } from './training/run-weather.ts';
import { SliceInputs } from './training/slice-inputs.ts';
import { surviveLosses } from './training/survive-losses.ts';
import { Trainer } from './training/trainer.ts';
import { uploadInitialParameters } from './training/upload-parameters.ts';
import { workloadOf } from './workload.ts';

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
  /** The budget that the weather says, in MiB before a slice, both counted from 1; without it, that of the settings. */
  readonly budgetMiBAt?: (update: number, slice: number) => number | undefined;
  /** True while the device is to rest after each submit, for a page that stays smooth; may change at any time. */
  readonly isSmooth?: () => boolean;
  /** Where checkpoints of the run go, and what it goes on from; without it the loss of a device ends the run. */
  readonly keeping?: RunKeeping;
}

interface RunParts {
  readonly trainer: Trainer;
  readonly adapter: MemoryAdapter;
  /** Undefined where no evaluation is asked for. */
  readonly evaluator: Evaluator | undefined;
  readonly epochs: EpochPlan;
}

/**
 * One run from its configuration to its last number: load, search, compile, train, evaluate. Owns everything it creates
 * on the device and destroys it at its end, whatever the end.
 */
export class TrainingRun {
  readonly control: RunControl;
  readonly checkpointer: Checkpointer | undefined;
  readonly #config: TrainingConfig;
  readonly #environment: RunEnvironment;
  readonly #reporter: RunReporter;
  readonly #weather: RunWeather;
  readonly #abort = new AbortController();
  #runDevice: RunDevice | undefined;
  #plan: RunPlan['report'] | undefined;
  #activity: 'compiling' | 'training' | 'evaluating' = 'compiling';
  #adapter: MemoryAdapter | undefined;

  constructor(config: TrainingConfig, pauseAtStart: boolean, environment: RunEnvironment) {
    this.#config = config;
    this.#environment = environment;
    this.control = new RunControl(pauseAtStart);
    const { keeping, emit, now } = environment;
    this.#reporter = new RunReporter((event) => {
      this.checkpointer?.hear(event);
      emit(event);
    }, now);
    this.checkpointer = keeping && new Checkpointer(config, keeping, this.#reporter);
    this.#weather = new RunWeather({
      config,
      control: this.control,
      log: (text) => this.#reporter.log('warning', text),
      budgetMiBAt: environment.budgetMiBAt,
    });
  }

  stop(): void {
    this.#abort.abort(new RunStopped());
    this.control.stop();
  }

  /** Runs to the end. Never rejects: every end is a phase, a failure is an event before it. */
  async run(): Promise<void> {
    const reporter = this.#reporter;
    let end: TrainingPhase = 'finished';
    try {
      await this.#survive();
    } catch (error) {
      if (error instanceof RunStopped) end = 'stopped';
      else {
        end = 'failed';
        this.#reportFailure(error);
      }
    } finally {
      reporter.rest();
      this.#adapter?.destroy();
      this.#runDevice?.memory.failNoMore();
      this.checkpointer?.end();
    }
    if (end === 'stopped') reporter.log('info', 'Stopped; everything the run had allocated is given back.');
    reporter.phase(end);
  }

  /** Makes the run; where checkpoints are taken, again on another device when its device is lost. */
  async #survive(): Promise<void> {
    const { checkpointer, control } = this;
    const { prepare } = this.#environment;
    if (!checkpointer) return this.#phases(prepare);
    await surviveLosses((opened, losses) => this.#phases(opened, losses), {
      prepare,
      isLoss: (error) => deviceFailureOf(error, this.#runDevice?.watch.failure)?.kind === 'lost',
      progress: () => checkpointer.last?.updates ?? 0,
      onLoss: () => {
        this.#adapter?.destroy();
        this.#activity = 'compiling';
        // Numbers that came before the loss are told before the curves are set back, and not among those after it.
        this.#reporter.rest();
        checkpointer.announceLoss();
      },
      check: () => control.check(),
    });
  }

  /** @param losses of devices, one after another, before this one */
  async #phases(prepare: RunEnvironment['prepare'], losses = 0): Promise<void> {
    this.#reporter.phase('loading');
    const equipment = await prepare();
    this.#runDevice = equipment.runDevice;
    const dataset = await this.#load();
    await this.checkpointer?.begin(dataset);
    this.#weather.startAfter(this.#reporter.updates);
    const compiled = await this.#compile(equipment, dataset, losses);
    const parts = this.#assemble(equipment, dataset, compiled);
    this.control.check();
    const { allocatedBytes } = equipment.runDevice.memory;
    const { model } = workloadOf(this.#config);
    announceRun(this.#reporter, { plan: compiled.plan, dataset, epochs: parts.epochs, model, allocatedBytes });
    await this.#train(parts);
  }

  async #load(): Promise<Dataset> {
    const reporter = this.#reporter;
    const startMs = reporter.now();
    const loaded = await this.#environment.loadDataset((done, total) => {
      reporter.progress({ activity: 'loading', done, total: total ?? 0, unit: 'bytes' }, startMs);
    }, this.#abort.signal);
    this.control.check();
    const dataset = loaded.cutTo?.(workloadOf(this.#config).exampleShape) ?? loaded;
    const { trainExamples, testExamples } = dataset;
    reporter.log('info', `${count(trainExamples)} training and ${count(testExamples)} test examples are loaded.`);
    return dataset;
  }

  async #compile(equipment: RunEquipment, sizes: Dataset, losses: number): Promise<CompiledRun> {
    const reporter = this.#reporter;
    let sizesTried = 0;
    reporter.phase('searching');
    const refusedFrom = this.#refusedAfter(losses);
    const compiled = await compileRun({
      ...this.#compileParts(equipment),
      config: { ...this.#config, budgetMiB: this.#weather.budgetMiB({ update: reporter.updates, slice: 0 }) },
      sizes,
      refusedFrom,
      onCompiling: () => reporter.phase('compiling'),
      onTried: (tried) => {
        reporter.log('info', triedText(tried));
        sizesTried += 1;
        const progress = { activity: 'searching', done: sizesTried, total: 0, unit: 'sizes' } as const;
        reporter.progress(progress, reporter.startMs);
      },
      check: () => this.control.check(),
    });
    const { microBatch } = compiled.plan.report;
    if (refusedFrom !== undefined && microBatch < refusedFrom) {
      const most = `micro-batches are ${refusedFrom - 1} at most now`;
      reporter.log('warning', `The device was lost ${losses} times in a row: ${most}.`);
    }
    return compiled;
  }

  /** Sizes not to be taken. A device that is lost at once again may be asked for too much at a time: half of it, from the second loss on. */
  #refusedAfter(losses: number): number | undefined {
    const { microBatch = 1 } = this.#plan ?? {};
    return losses < 2 || microBatch === 1 ? undefined : Math.floor(microBatch / 2) + 1;
  }

  #compileParts({ planner, runDevice }: RunEquipment): CompileParts {
    const reporter = this.#reporter;
    return {
      planner,
      runDevice,
      onCompiling: () => {},
      onProgress: (done, total, startMs) =>
        reporter.progress({ activity: 'compiling', done, total, unit: 'pipelines' }, startMs),
      onRefused: (text) => reporter.log('warning', text),
      now: reporter.now,
    };
  }

  #assemble(equipment: RunEquipment, dataset: Dataset, first: CompiledRun): RunParts {
    const { now } = this.#reporter;
    const { memory } = equipment.runDevice;
    const { seed, testExamples } = this.#config;
    const epochs = planEpochs(dataset.trainExamples, this.#config);
    const adapter = new MemoryAdapter({
      config: this.#config,
      sizes: dataset,
      compile: this.#compileParts(equipment),
      first,
      update: this.#reporter.updates,
      budgetMiB: (at) => this.#weather.budgetMiB(at),
      kitOf: (plan, executable) => this.#kitOf(equipment.runDevice, { plan, executable }),
      observer: adapterObserver(this.#reporter, memory, epochs.totalUpdates),
    });
    this.#adapter = adapter;
    uploadInitialParameters(memory.device.queue, first.executable, workloadOf(this.#config).model, seed);
    this.checkpointer?.attach({
      ...equipment.runDevice,
      executable: () => adapter.inUse?.executable,
      budgetBytes: () => this.#weather.budgetMiB() * BYTES_PER_MIB,
    });
    const trainer = new Trainer({
      config: this.#config,
      epochs,
      kits: inWeather(adapter, this.#weather, equipment.runDevice),
      memory,
      batches: createBatchSource({ dataset, seed, epochs }),
      control: this.control,
      observer: trainerObserver(this.#reporter, {
        skippedInARow: this.checkpointer?.skippedInARow,
        paused: (progress) => this.#rest(progress),
      }),
      now,
    });
    const evaluator =
      first.plan.evaluation.type === 'none'
        ? undefined
        : new Evaluator({ device: memory.device, kits: adapter, dataset, examples: testExamples });
    return { trainer, adapter, evaluator, epochs };
  }

  #kitOf({ memory, watch }: RunDevice, { plan, executable }: CompiledRun): ReplayKit {
    const [even, odd] = READ_BACK_NAMES;
    this.#plan = plan.report;
    return {
      plan,
      executable,
      pacer: new SubmitPacer(memory.device, watch, executable, this.#reporter.now, this.#pace),
      readBack: new ReadBack(watch, [executable.buffer(even), executable.buffer(odd)]),
      inputs: new SliceInputs(plan.report.microBatch, workloadOf(this.#config)),
    };
  }

  get #pace(): PaceControl {
    const { control } = this;
    const { isSmooth = () => false } = this.#environment;
    return { check: () => control.check(), rest: (ms) => control.rest(ms), isSmooth };
  }

  /** The run rests here: what is shown is what was done, and what was done is kept. Returns what ends the rest. */
  async #rest(progress?: SliceProgress): Promise<() => void> {
    const resumed = this.#reporter.paused(progress);
    const left = await this.checkpointer?.rest();
    return () => {
      left?.();
      resumed();
    };
  }

  async #train(parts: RunParts): Promise<void> {
    const { trainer, evaluator } = parts;
    this.#activity = 'training';
    this.#reporter.phase('training');
    try {
      await this.#makeUpdates(parts);
    } catch (error) {
      // Updates made before a stop count: their numbers are still on their way.
      if (error instanceof RunStopped) await this.#keep(trainer).catch(() => {});
      throw error;
    }
    this.#reporter.rest();
    if (evaluator) await this.#evaluateLast(parts, evaluator);
  }

  async #evaluateLast(parts: RunParts, evaluator: Evaluator): Promise<void> {
    if (parts.adapter.current.plan.evaluation.type !== 'fits') return;
    this.#reporter.phase('evaluating');
    await this.#evaluate(parts, evaluator);
  }

  async #makeUpdates(parts: RunParts): Promise<void> {
    const { trainer, evaluator, epochs } = parts;
    const { evaluateEvery } = this.#config;
    const reporter = this.#reporter;
    while (reporter.updates < epochs.totalUpdates) {
      await trainer.update(reporter.updates);
      reporter.updates += 1;
      const isDue = evaluateEvery > 0 && reporter.updates % evaluateEvery === 0;
      if (reporter.updates === epochs.totalUpdates) break;
      if (evaluator && isDue) {
        await trainer.settle();
        await this.#evaluate(parts, evaluator);
      }
      const due = this.checkpointer?.due;
      if (due) await this.#keep(trainer, due);
    }
    await this.#keep(trainer);
  }

  /** Waits for the numbers of all updates made, and takes a checkpoint of them. */
  async #keep(trainer: Trainer, to: 'storage' | 'memory' = 'storage'): Promise<void> {
    await trainer.settle();
    await this.checkpointer?.take(to);
  }

  async #evaluate({ adapter }: RunParts, evaluator: Evaluator): Promise<void> {
    const reporter = this.#reporter;
    const startMs = reporter.now();
    this.#activity = 'evaluating';
    // Between two updates: a plan may shrink here, and grows at the next update.
    const at: SlicePosition = { update: reporter.updates, slice: 0, rest: 0, isUpdateStart: false };
    const settle = () => adapter.idle();
    const result = await evaluator.evaluate({
      gate: () =>
        this.control.pass(
          () => this.#rest(),
          () => adapter.meetBudget(at, settle),
        ),
      progressed: (done, total) =>
        reporter.progress({ activity: 'evaluating', done, total, unit: 'examples' }, startMs),
      recover: (fault) => adapter.recover(fault, 'slices', at, settle),
    });
    this.#activity = 'training';
    if (!result) return;
    const { loss, accuracy } = result;
    const evaluationMs = reporter.now() - startMs;
    reporter.evaluation({ update: reporter.updates, testLoss: loss, testAccuracy: accuracy, evaluationMs });
    reporter.log('info', `Test set: loss ${loss.toFixed(3)}, accuracy ${(100 * accuracy).toFixed(1)} %.`);
  }

  #reportFailure(error: unknown): void {
    const failure = failureOfRun(error, {
      finishedUpdates: this.#reporter.updates,
      activity: this.#activity,
      plan: this.#plan,
      deviceFailure: this.#runDevice?.watch.failure,
    });
    this.#reporter.log('error', failure.message);
    this.#reporter.emit({ type: 'failure', failure });
  }
}

function count(value: number): string {
  return value.toLocaleString('en-US');
}
