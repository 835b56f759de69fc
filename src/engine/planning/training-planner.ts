import { balancedSlices } from '../../core/batch/balanced-slices.ts';
import { searchCapacity } from '../../core/batch/micro-batch-search.ts';
import type { TrainingConfig } from '../../core/config/training-config.ts';
import { type ExtraBuffer, type MemoryPlan, planMemory, planVerdict } from '../../core/program/memory-plan.ts';
import type { PlanReport, SizeVerdict } from '../../core/program/plan-report.ts';
import type { StepProgram } from '../../core/program/step-program.ts';
import { DispatchLimitError } from '../capture/dispatch-limit-error.ts';
import { METRICS_WORDS } from '../training/update-block.ts';
import { buildUpdateProgram } from '../training/update-program.ts';
import { WORKLOADS, type Workload } from '../workload.ts';
import { planReport } from './plan-report-of.ts';
import type { ProgramLibrary } from './program-library.ts';
import { READ_BACK_NAMES, type RunMemory, type RunPlan } from './run-plan.ts';

export interface PlanningResult {
  readonly report: PlanReport;
  /** Present when the verdict is `fits`. */
  readonly run?: RunPlan;
}

interface SizePlan {
  readonly peakBytes: number;
  readonly verdict: SizeVerdict;
  readonly memory: MemoryPlan | undefined;
}

/** Sizes at or above this one are refused: the device ran out of memory where the plan fitted. */
export interface RefusedSize {
  readonly microBatch: number;
}

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

  plan(config: TrainingConfig, refused?: RefusedSize): PlanningResult {
    return new OnePlan(config, this.#library, this.#now, refused).result();
  }

  /** Throws where tracing a run's largest slice again gives other constants: something random would be frozen in. */
  requirePure({ report }: RunPlan): void {
    const { workload, dropout } = report.config;
    this.#library.requirePure(WORKLOADS[workload], report.microBatch, dropout);
  }
}

/** The working state of one call to `plan`. */
class OnePlan {
  readonly #config: TrainingConfig;
  readonly #library: ProgramLibrary;
  readonly #now: () => number;
  readonly #refused: RefusedSize | undefined;
  readonly #workload: Workload;
  readonly #update: StepProgram;
  readonly #usableBytes: number;
  readonly #batch: number;
  readonly #lastBatch: number;

  constructor(config: TrainingConfig, library: ProgramLibrary, now: () => number, refused: RefusedSize | undefined) {
    this.#config = config;
    this.#library = library;
    this.#now = now;
    this.#refused = refused;
    this.#workload = WORKLOADS[config.workload];
    this.#update = buildUpdateProgram(
      this.#workload.model.parameters.map(({ name, shape }) => ({ name, size: sizeOf(shape) })),
      config,
    );
    this.#usableBytes = Math.floor(config.budgetMiB * 2 ** 20 * (1 - config.headroom));
    this.#batch = Math.min(config.batchSize, this.#workload.trainExamples);
    this.#lastBatch = this.#workload.trainExamples % this.#batch || this.#batch;
  }

  result(): PlanningResult {
    const startMs = this.#now();
    const fixed = this.#config.microBatch === 'auto' ? undefined : Math.min(this.#config.microBatch, this.#batch);
    const search = searchCapacity({
      upperBound: this.#batch,
      budgetBytes: this.#usableBytes,
      probe: (microBatch) => this.#planSize(microBatch),
      now: this.#now,
      ...(fixed === undefined ? {} : { fixed }),
    });
    const considered = [...search.considered];
    let capacity = search.capacity;
    let memory = capacity > 0 ? this.#planTraining(capacity) : undefined;
    // Balanced slices need up to three programs more than the one that was probed, a few KiB of uniforms.
    while (memory && this.#verdict(memory).type !== 'fits') {
      const { peakBytes } = memory;
      considered.push({ microBatch: capacity, peakBytes, verdict: this.#verdict(memory), planMs: 0 });
      capacity = fixed === undefined ? (balancedSlices(this.#batch, capacity)[0]?.size ?? 1) - 1 : 0;
      memory = capacity > 0 ? this.#planTraining(capacity) : undefined;
    }
    const run = memory && this.#withEvaluation(memory, capacity);
    const report = planReport({
      config: this.#config,
      parameterCount: this.#workload.model.parameters.reduce((sum, { shape }) => sum + sizeOf(shape), 0),
      limits: this.#library.tracer.limits,
      usableBytes: this.#usableBytes,
      batch: this.#batch,
      lastBatch: this.#lastBatch,
      considered,
      ...this.#byteLine(Math.max(capacity, 2)),
      capacity,
      run,
      smallest: this.#planSize(fixed ?? 1),
      planMs: this.#now() - startMs,
    });
    if (report.verdict !== 'fits' || !run) return { report };
    const sizes = this.#sliceSizes(capacity);
    const sliceProgram = new Map(sizes.map((size, index) => [size, index]));
    const evaluation = { program: sizes.length + 1, microBatch: run.evaluationMicroBatch };
    return { report, run: { report, memory: run.memory, sliceProgram, updateProgram: sizes.length, evaluation } };
  }

  #verdict(memory: MemoryPlan): SizeVerdict {
    return planVerdict(memory, this.#usableBytes, this.#library.tracer.limits);
  }

  /** One slice of `microBatch` examples, the update and evaluation. */
  #planSize(microBatch: number): SizePlan {
    try {
      const slice = this.#library.trainingSlice(this.#workload, microBatch, this.#config.dropout);
      const memory = this.#planPrograms([slice, this.#update], 1);
      const isRefused = this.#refused !== undefined && microBatch >= this.#refused.microBatch;
      const verdict: SizeVerdict = isRefused ? { type: 'out-of-memory' } : this.#verdict(memory);
      return { peakBytes: memory.peakBytes, verdict, memory };
    } catch (error) {
      if (!(error instanceof DispatchLimitError)) throw error;
      const { asked, allowed } = error;
      const verdict: SizeVerdict = { type: 'over-limit', limit: 'maxComputeWorkgroupsPerDimension', asked, allowed };
      return { peakBytes: 0, verdict, memory: undefined };
    }
  }

  /**
   * Different slice sizes of a run, largest first: of a full batch, and of an epoch's last one, whose slices are no
   * larger than a full batch's, so that it cannot raise the peak.
   */
  #sliceSizes(capacity: number): number[] {
    const full = balancedSlices(this.#batch, capacity);
    const last = balancedSlices(this.#lastBatch, full[0]?.size ?? capacity);
    return [...new Set([...full, ...last].map(({ size }) => size))].sort((a, b) => b - a);
  }

  /** All programs of the run; evaluation at one example, so that there is always room for it. */
  #planTraining(capacity: number): MemoryPlan {
    const slices = this.#sliceSizes(capacity).map((size) =>
      this.#library.trainingSlice(this.#workload, size, this.#config.dropout),
    );
    return this.#planPrograms([...slices, this.#update], 1);
  }

  #planPrograms(training: readonly StepProgram[], evaluationMicroBatch: number): MemoryPlan {
    const evaluation = this.#library.evaluationSlice(this.#workload, evaluationMicroBatch);
    return planMemory([...training, evaluation], EXTRAS, this.#library.tracer.limits);
  }

  /** The largest forward-only size, up to the training slice's, that fits beside training, whose size stays. */
  #withEvaluation(memory: MemoryPlan, capacity: number): RunMemory {
    const training = memory.programs.slice(0, -1);
    const { capacity: microBatch } = searchCapacity({
      upperBound: Math.min(this.#sliceSizes(capacity)[0] ?? 1, this.#workload.testExamples),
      budgetBytes: this.#usableBytes,
      probe: (size) => {
        const planned = this.#planPrograms(training, size);
        return { peakBytes: planned.peakBytes, verdict: this.#verdict(planned) };
      },
      now: this.#now,
    });
    if (microBatch <= 1) return { memory, evaluationMicroBatch: 1 };
    return { memory: this.#planPrograms(training, microBatch), evaluationMicroBatch: microBatch };
  }

  /** The straight line through the planned bytes of one example and of `microBatch`. */
  #byteLine(microBatch: number): { readonly fixedBytes: number; readonly bytesPerExample: number } {
    const one = this.#planSize(1).peakBytes;
    const many = this.#planSize(microBatch).peakBytes;
    const bytesPerExample = many > one ? (many - one) / (microBatch - 1) : 0;
    return { fixedBytes: Math.round(one - bytesPerExample), bytesPerExample: Math.round(bytesPerExample) };
  }
}

function sizeOf(shape: readonly number[]): number {
  return shape.reduce((product, size) => product * size, 1);
}
