import { batchWeightSum, shareWeights } from '../../core/batch/loss-weights.ts';
import { shuffledIndices } from '../../core/prng.ts';
import type { Dataset } from '../datasets/dataset.ts';
import type { Executable } from '../execute/executable.ts';
import type { ReadBack } from '../execute/readback.ts';
import type { SubmitPacer } from '../execute/submit-pacer.ts';
import { METRICS_NAME } from '../planning/buffer-names.ts';
import type { EvaluationPlan } from '../planning/run-plan.ts';
import type { SliceInputs } from './slice-inputs.ts';
import { readMetrics } from './update-block.ts';

export interface EvaluationResult {
  /** Mean loss and share of right answers over the examples used. */
  readonly loss: number;
  readonly accuracy: number;
}

export interface EvaluationObserver {
  /** Passed before each slice; waits while the run is paused, throws where it was stopped. */
  readonly gate: () => Promise<void>;
  readonly progressed: (done: number, total: number) => void;
}

interface EvaluatorParts {
  readonly queue: GPUQueue;
  readonly executable: Executable;
  readonly pacer: SubmitPacer;
  readonly readBack: ReadBack;
  readonly inputs: SliceInputs;
  readonly dataset: Dataset;
  /** Most examples to use. */
  readonly examples: number;
  readonly evaluation: Extract<EvaluationPlan, { type: 'fits' }>;
}

/**
 * Forward-only passes over the test set, or over the first so many of it in an order of its own, in slices of a size planned for it. All have the same size: the last one
 * is filled up with examples of weight 0. Uses the training slice's buffers, so it runs between updates only.
 */
export class Evaluator {
  readonly #parts: EvaluatorParts;
  readonly #order: Uint32Array;
  readonly #weightSum: number;

  constructor(parts: EvaluatorParts) {
    this.#parts = parts;
    const { dataset } = parts;
    // Shuffled, because a data set may be sorted by class; the same examples every time.
    this.#order = shuffledIndices(dataset.testExamples, 0, 0).subarray(0, parts.examples);
    this.#weightSum = batchWeightSum(Array.from(this.#order, (index) => dataset.weight('test', index)));
  }

  async evaluate({ gate, progressed }: EvaluationObserver): Promise<EvaluationResult> {
    const { queue, executable, pacer, readBack, inputs, dataset, evaluation } = this.#parts;
    const { microBatch, program } = evaluation;
    const total = this.#order.length;
    const metrics = executable.buffer(METRICS_NAME);
    const result = readBack.next(metrics);
    for (let first = 0; first < total; first += microBatch) {
      await gate();
      const count = Math.min(microBatch, total - first);
      const { staging } = inputs;
      dataset.gather('test', this.#order, first, count, staging);
      shareWeights(staging.weights, count * dataset.targetsPerExample, this.#weightSum);
      staging.weights.fill(0, count * dataset.targetsPerExample, microBatch * dataset.targetsPerExample);
      inputs.upload(queue, executable, microBatch, { seed: 0, update: 0, firstExample: first });
      const isFirst = first === 0;
      const isLast = first + count === total;
      await pacer.run(
        program,
        isFirst ? (encoder) => encoder.clearBuffer(metrics) : undefined,
        isLast ? result.encode : undefined,
      );
      progressed(first + count, total);
    }
    const { loss, accuracy } = readMetrics(await result.read());
    return { loss, accuracy };
  }
}
