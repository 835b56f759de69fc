import { balancedSlices } from '../../core/batch/balanced-slices.ts';
import { type CapacitySearch, searchCapacity } from '../../core/batch/micro-batch-search.ts';
import type { TrainingConfig } from '../../core/config/training-config.ts';
import { type Failure, failureOf } from '../../core/failures.ts';
import { type ExtraBuffer, type MemoryPlan, planMemory, planVerdict } from '../../core/program/memory-plan.ts';
import type { ConsideredSize, PlanReport, SizeVerdict } from '../../core/program/plan-report.ts';
import type { StepProgram } from '../../core/program/step-program.ts';
import { DispatchLimitError } from '../capture/dispatch-limit-error.ts';
import type { Dataset } from '../datasets/dataset.ts';
import { METRICS_WORDS } from '../training/update-block.ts';
import { buildUpdateProgram } from '../training/update-program.ts';
import { type Workload, workloadOf } from '../workload.ts';
import { MOST_COMMANDS, type OneBackwardPlan, planOneBackward } from './one-backward.ts';
import { planReport } from './plan-report-of.ts';
import { ProgramLibrary } from './program-library.ts';
import { READ_BACK_NAMES, type RunMemory, type RunPlan } from './run-plan.ts';

export interface PlanningResult {
  readonly report: PlanReport;
  /** Present when the verdict is `fits`. */
  readonly run?: RunPlan;
}

/** What one size would take, and whether that is allowed. */
export interface SizePlan {
  readonly peakBytes: number;
  readonly verdict: SizeVerdict;
  /** Undefined where a limit ended its trace. */
  readonly memory: MemoryPlan | undefined;
}

/** Plans one size after another of one configuration: a slice and the update, as a search asks for them. */
export interface SizePlanner {
  /** Largest size that makes sense: the batch, at most the data set. */
  readonly upperBound: number;
  /** Bytes a plan may take: the budget less the headroom. */
  readonly usableBytes: number;
  /** Programs of the plan: the slice, then the update. */
  plan(microBatch: number): SizePlan;
}

/** A run that did not fit although a single slice of its size does. */
interface RefusedRun {
  readonly considered: ConsideredSize;
  readonly planned: SizePlan;
}

interface FittedRun {
  /** 0 where nothing fits. */
  readonly capacity: number;
  readonly memory: MemoryPlan | undefined;
  readonly refusal: readonly RefusedRun[];
}

/** What is known beside the configuration. */
export interface PlanningFacts {
  /** Sizes at or above this one are refused: the device ran out of memory where the plan fitted. */
  readonly refusedFrom?: number;
  /** What a search on the device came to; in place of the planned search. */
  readonly searched?: CapacitySearch;
  /** The data set's own sizes, where it is loaded. */
  readonly sizes?: DatasetSizes;
  /** Examples still to run of an update in progress: cut as a batch of their own, for which the run has programs too. */
  readonly rest?: number;
}

export type DatasetSizes = Pick<Dataset, 'trainExamples' | 'testExamples'>;

const EXTRAS: readonly ExtraBuffer[] = READ_BACK_NAMES.map((name) => ({
  name,
  sizeBytes: 4 * METRICS_WORDS,
  kind: 'other',
}));

/**
 * Finds the largest micro-batch whose plan fits budget and limits, from a few traces and without a GPU, then plans the
 * run with balanced slices. Pure but for the clock: equal configurations and limits give equal plans.
 */
export class TrainingPlanner {
  readonly #library: ProgramLibrary;
  readonly #now: () => number;

  constructor(library: ProgramLibrary, now: () => number) {
    this.#library = library;
    this.#now = now;
  }

  plan(config: TrainingConfig, facts: PlanningFacts = {}): PlanningResult {
    return new OnePlan(config, this.#library, this.#now, facts).result();
  }

  /** For a search that asks for sizes itself. Sizes are planned when they are asked for, each once. */
  sizePlanner(config: TrainingConfig, facts: PlanningFacts = {}): SizePlanner {
    return new OnePlan(config, this.#library, this.#now, facts).sizePlanner();
  }

  /** The same planner before its first plan: it has traced nothing yet, so that planning can be timed. */
  untraced(): TrainingPlanner {
    return new TrainingPlanner(new ProgramLibrary(this.#library.tracer), this.#now);
  }

  /** Throws where tracing a run's largest slice again gives other constants: something random would be frozen in. */
  requirePure({ report }: RunPlan): void {
    const { config, microBatch } = report;
    this.#library.requirePure(workloadOf(config), microBatch, config.dropout);
  }
}

/** The working state of one call to `plan`. */
class OnePlan {
  readonly #config: TrainingConfig;
  readonly #library: ProgramLibrary;
  readonly #now: () => number;
  readonly #refusedFrom: number;
  readonly #searched: CapacitySearch | undefined;
  readonly #workload: Workload;
  readonly #data: DatasetSizes;
  readonly #update: StepProgram;
  readonly #usableBytes: number;
  readonly #batch: number;
  readonly #lastBatch: number;
  readonly #rest: number;
  readonly #sizes = new Map<number, SizePlan>();

  constructor(config: TrainingConfig, library: ProgramLibrary, now: () => number, facts: PlanningFacts) {
    this.#config = config;
    this.#library = library;
    this.#now = now;
    this.#refusedFrom = facts.refusedFrom ?? Number.POSITIVE_INFINITY;
    this.#searched = facts.searched;
    this.#workload = workloadOf(config);
    this.#data = facts.sizes ?? this.#workload;
    this.#update = buildUpdateProgram(
      this.#workload.model.parameters.map(({ name, shape }) => ({ name, size: sizeOf(shape) })),
      config,
      this.#workload.model.normalizations,
    );
    this.#usableBytes = Math.floor(config.budgetMiB * 2 ** 20 * (1 - config.headroom));
    this.#batch = Math.min(config.batchSize, this.#data.trainExamples);
    this.#lastBatch = this.#data.trainExamples % this.#batch || this.#batch;
    this.#rest = facts.rest || this.#batch;
  }

  sizePlanner(): SizePlanner {
    return {
      upperBound: this.#batch,
      usableBytes: this.#usableBytes,
      plan: (microBatch) => this.#planSize(microBatch),
    };
  }

  result(): PlanningResult {
    const startMs = this.#now();
    const fixed = this.#fixedSize();
    const search =
      this.#searched ??
      searchCapacity({
        upperBound: this.#batch,
        budgetBytes: this.#usableBytes,
        probe: (microBatch) => this.#planSize(microBatch),
        now: this.#now,
        ...(fixed === undefined ? {} : { fixed }),
      });
    const fitted = this.#fitRun(search.capacity, fixed !== undefined);
    const whole = this.#oneBackward(fitted.capacity);
    const { refusal } = fitted;
    const capacity = whole ? (whole.type === 'fits' ? whole.capacity : 0) : fitted.capacity;
    const memory = whole?.type === 'fits' ? whole.planned.memory : fitted.memory;
    const failure = this.#loneExample(capacity || fitted.capacity) ?? failureOfLength(whole, this.#batch);
    const run = capacity > 0 && memory && !failure ? this.#withEvaluation(memory, capacity) : undefined;
    const report = planReport({
      config: this.#config,
      parameterCount: this.#workload.model.parameters.reduce((sum, { shape }) => sum + sizeOf(shape), 0),
      limits: this.#library.tracer.limits,
      usableBytes: this.#usableBytes,
      batch: this.#batch,
      lastBatch: this.#lastBatch,
      considered: considerRuns(search.considered, refusal, capacity, capacity > 0 ? memory?.peakBytes : undefined),
      ...this.#byteLine(Math.max(capacity, 2)),
      capacity,
      run,
      smallest:
        (whole?.type === 'does-not-fit' ? whole.planned : undefined) ??
        (fixed === undefined ? undefined : refusal.at(-1)?.planned) ??
        this.#planSize(fixed ?? 1),
      accumulated: fitted.memory && { slices: balancedSlices(this.#batch, fitted.capacity), memory: fitted.memory },
      failure,
      planMs: this.#now() - startMs,
    });
    if (report.verdict !== 'fits' || !run) return { report };
    const sizes = whole ? this.#batches : this.#sliceSizes(capacity);
    const sliceProgram = new Map(sizes.map((size, index) => [size, index]));
    const examplesPerReplay = whole ? this.#batch : report.microBatch;
    return { report, run: { report, ...run, examplesPerReplay, sliceProgram, updateProgram: sizes.length } };
  }

  /** The size that the search may not change; undefined where it is free. */
  #fixedSize(): number | undefined {
    const { accumulation, microBatch } = this.#config;
    if (accumulation === 'full-batch') return this.#batch;
    return microBatch === 'auto' ? undefined : Math.min(microBatch, this.#batch);
  }

  /** Undefined where one backward pass is not asked for, or there is nothing to run. */
  #oneBackward(capacity: number): OneBackwardPlan | undefined {
    if (this.#config.accumulation !== 'one-backward' || capacity === 0) return undefined;
    return planOneBackward({
      batches: this.#batches,
      capacity,
      isFixed: this.#fixedSize() !== undefined,
      commandsOf: (size) => this.#trainingSlice(size).commands.length,
      plan: (cuts) =>
        this.#tryPlan(() => [
          ...cuts.map((cut) => this.#library.oneBackward(this.#workload, cut, this.#config.dropout)),
          this.#update,
        ]),
      verdictOf: (memory) => this.#verdict(memory),
    });
  }

  /** Where a model with batch normalisation would meet a slice of a single example. */
  #loneExample(capacity: number): Failure | undefined {
    const { normalizations = [] } = this.#workload.model;
    if (capacity === 0 || normalizations.length === 0) return undefined;
    const sizes = this.#sliceSizes(capacity);
    if (sizes.at(-1) !== 1) return undefined;
    const largest = sizes[0] ?? 1;
    return failureOf('one-example-slices', {
      batch: this.#batch,
      lastBatch: this.#lastBatch,
      largest,
      isFixed: this.#fixedSize() !== undefined,
      neededBytes: this.#planSize(largest + 1).peakBytes,
      headroom: this.#config.headroom,
    });
  }

  /** Different batches of a run, largest first: a full one, and an epoch's last one. */
  get #batches(): readonly [number, ...number[]] {
    return this.#lastBatch === this.#batch ? [this.#batch] : [this.#batch, this.#lastBatch];
  }

  /**
   * The whole run at the capacity of a single slice. Balanced slices need up to three programs more than the one that
   * was probed, a few KiB of uniforms: where these are too much, the next smaller cut, unless the size is fixed.
   */
  #fitRun(probed: number, isFixed: boolean): FittedRun {
    const refusal: RefusedRun[] = [];
    let capacity = probed;
    while (capacity > 0) {
      const memory = this.#planTraining(capacity);
      const verdict = this.#verdict(memory);
      if (verdict.type === 'fits') return { capacity, memory, refusal };
      const { peakBytes } = memory;
      const considered = { microBatch: capacity, peakBytes, verdict, planMs: 0 };
      refusal.push({ considered, planned: { peakBytes, verdict, memory } });
      capacity = isFixed ? 0 : (balancedSlices(this.#batch, capacity)[0]?.size ?? 1) - 1;
    }
    return { capacity: 0, memory: undefined, refusal };
  }

  #verdict(memory: MemoryPlan): SizeVerdict {
    return planVerdict(memory, this.#usableBytes, this.#library.tracer.limits);
  }

  /** One slice of `microBatch` examples and the update. */
  #planSize(microBatch: number): SizePlan {
    const known = this.#sizes.get(microBatch);
    if (known) return known;
    const planned = this.#tryPlan(() => [this.#trainingSlice(microBatch), this.#update]);
    const isRefused = microBatch >= this.#refusedFrom;
    const size: SizePlan = isRefused ? { ...planned, verdict: { type: 'out-of-memory' } } : planned;
    this.#sizes.set(microBatch, size);
    return size;
  }

  #tryPlan(programs: () => readonly StepProgram[]): SizePlan {
    try {
      const memory = this.#planPrograms(programs());
      return { peakBytes: memory.peakBytes, verdict: this.#verdict(memory), memory };
    } catch (error) {
      if (!(error instanceof DispatchLimitError)) throw error;
      const { asked, allowed } = error;
      const verdict: SizeVerdict = { type: 'over-limit', limit: 'maxComputeWorkgroupsPerDimension', asked, allowed };
      return { peakBytes: 0, verdict, memory: undefined };
    }
  }

  /**
   * Different slice sizes of a run, largest first: of a full batch, and of an epoch's last one and of what is left of an
   * update, whose slices are no larger than a full batch's, so that they cannot raise the peak.
   */
  #sliceSizes(capacity: number): number[] {
    const full = balancedSlices(this.#batch, capacity);
    const others = [this.#lastBatch, this.#rest].flatMap((batch) => balancedSlices(batch, full[0]?.size ?? capacity));
    return [...new Set([...full, ...others].map(({ size }) => size))].sort((a, b) => b - a);
  }

  /** All programs of the run but evaluation, which has no say in the training size. */
  #planTraining(capacity: number): MemoryPlan {
    return this.#planPrograms([...this.#sliceSizes(capacity).map((size) => this.#trainingSlice(size)), this.#update]);
  }

  #trainingSlice(size: number): StepProgram {
    return this.#library.trainingSlice(this.#workload, size, this.#config.dropout);
  }

  #planPrograms(programs: readonly StepProgram[]): MemoryPlan {
    return planMemory(programs, EXTRAS, this.#library.tracer.limits);
  }

  /**
   * The largest forward-only size, up to the training slice's, that fits beside training, whose size stays. At the
   * slice's own size it shares the arena and the uniforms and so mostly costs nothing.
   */
  #withEvaluation(memory: MemoryPlan, capacity: number): RunMemory {
    const examples = Math.min(this.#data.testExamples, this.#config.testExamples);
    if (examples === 0) return { memory, evaluation: { type: 'none' } };
    const beside = (size: number) =>
      this.#tryPlan(() => [...memory.programs, this.#library.evaluationSlice(this.#workload, size)]);
    const { capacity: microBatch } = searchCapacity({
      upperBound: Math.min(this.#sliceSizes(capacity)[0] ?? 1, examples),
      budgetBytes: this.#usableBytes,
      probe: beside,
      now: this.#now,
    });
    const planned = microBatch > 0 ? beside(microBatch).memory : undefined;
    if (!planned) return { memory, evaluation: { type: 'does-not-fit', neededBytes: beside(1).peakBytes } };
    return { memory: planned, evaluation: { type: 'fits', program: memory.programs.length, microBatch } };
  }

  /** The straight line through the planned bytes of one example and of `microBatch`. */
  #byteLine(microBatch: number): { readonly fixedBytes: number; readonly bytesPerExample: number } {
    const one = this.#planSize(1).peakBytes;
    const many = this.#planSize(microBatch).peakBytes;
    const bytesPerExample = many > one ? (many - one) / (microBatch - 1) : 0;
    return { fixedBytes: Math.round(one - bytesPerExample), bytesPerExample: Math.round(bytesPerExample) };
  }
}

function failureOfLength(whole: OneBackwardPlan | undefined, batch: number): Failure | undefined {
  if (whole?.type !== 'too-long') return undefined;
  const { slices, commands } = whole;
  const mostSlices = Math.max(1, Math.floor((slices * MOST_COMMANDS) / commands));
  const parameters = { batch, slices, commands, mostCommands: MOST_COMMANDS };
  return failureOf('one-backward-too-long', { ...parameters, leastMicroBatch: Math.ceil(batch / mostSlices) });
}

/**
 * The sizes of the search, with the verdict of the whole run where that differs from the single slice's: one verdict a
 * size. A size that was reached by stepping down from a refused run comes last.
 */
function considerRuns(
  searched: readonly ConsideredSize[],
  refusal: readonly RefusedRun[],
  capacity: number,
  peakBytes: number | undefined,
): readonly ConsideredSize[] {
  const considered = new Map(searched.map((size) => [size.microBatch, size]));
  for (const refused of refusal) considered.set(refused.considered.microBatch, refused.considered);
  if (peakBytes !== undefined && !considered.has(capacity)) {
    considered.set(capacity, { microBatch: capacity, peakBytes, verdict: { type: 'fits' }, planMs: 0 });
  }
  return [...considered.values()];
}

function sizeOf(shape: readonly number[]): number {
  return shape.reduce((product, size) => product * size, 1);
}
