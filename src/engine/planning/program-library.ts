import { programDigest } from '../../core/program/program-digest.ts';
import type { StepProgram } from '../../core/program/step-program.ts';
import type { Tracer } from '../capture/tracer.ts';
import type { Workload } from '../workload.ts';
import { traceEvaluationSlice, traceOneBackward, traceTrainingSlice } from './trace-slice.ts';

/** Programs kept; planning walks over neighbouring sizes again and again while a person moves a slider. */
const KEPT_PROGRAMS = 96;

/**
 * Traced programs by everything that changes them: model, dropout rate, micro-batch size, training or evaluation.
 * The least recently used go first.
 */
export class ProgramLibrary {
  readonly tracer: Tracer;
  readonly #programs = new Map<string, StepProgram>();

  constructor(tracer: Tracer) {
    this.tracer = tracer;
  }

  /** @throws DispatchLimitError where the size needs more workgroups than a dispatch may have. */
  trainingSlice(workload: Workload, microBatch: number, rate: number): StepProgram {
    return this.#cached(`${workload.key} train ${rate} ${microBatch}`, () =>
      traceTrainingSlice(this.tracer, workload, microBatch, rate),
    );
  }

  /** Slices of these sizes with one backward pass. @throws DispatchLimitError as above. */
  oneBackward(workload: Workload, sizes: readonly number[], rate: number): StepProgram {
    if (sizes.length === 1) return this.trainingSlice(workload, sizes[0] ?? 1, rate);
    return this.#cached(`${workload.key} one backward ${rate} ${sizes.join(' ')}`, () =>
      traceOneBackward(this.tracer, workload, sizes, rate),
    );
  }

  /** @throws DispatchLimitError as above. */
  evaluationSlice(workload: Workload, microBatch: number): StepProgram {
    return this.#cached(`${workload.key} evaluate ${microBatch}`, () =>
      traceEvaluationSlice(this.tracer, workload, microBatch),
    );
  }

  /**
   * Traces a training slice once more and throws where its uploaded constants differ from the first time: a value that
   * was drawn while tracing would be the same at every replay.
   */
  requirePure(workload: Workload, microBatch: number, rate: number): void {
    const first = programDigest(this.trainingSlice(workload, microBatch, rate));
    const second = programDigest(traceTrainingSlice(this.tracer, workload, microBatch, rate));
    if (first !== second) throw new Error(`Two traces of ${workload.key} upload different constants.`);
  }

  #cached(key: string, make: () => StepProgram): StepProgram {
    const known = this.#programs.get(key);
    if (known) this.#programs.delete(key);
    const program = known ?? make();
    this.#programs.set(key, program);
    const oldest = this.#programs.keys().next();
    if (this.#programs.size > KEPT_PROGRAMS && !oldest.done) this.#programs.delete(oldest.value);
    return program;
  }
}
