import { batchWeightSum, shareWeights } from '../../core/batch/loss-weights.ts';
import { shuffledIndices } from '../../core/prng.ts';
import type { Dataset } from '../datasets/dataset.ts';
import { isFault, openErrorScopes, type ScopeOutcome } from '../device/error-scope.ts';
import { METRICS_NAME } from '../planning/buffer-names.ts';
import type { KitSource, ReplayFault } from './replay-kit.ts';
import { readMetrics } from './update-block.ts';

export interface EvaluationResult {
  /** Mean loss and share of right answers over the examples used. */
  readonly loss: number;
  readonly accuracy: number;
}

export interface EvaluationObserver {
  /** Passed before each slice; waits while the run is paused or its budget holds nothing, throws where it was stopped. */
  readonly gate: () => Promise<void>;
  readonly progressed: (done: number, total: number) => void;
  /** A slice failed and all are to be run again. Throws where that has happened too often. */
  readonly recover: (fault: ReplayFault) => Promise<void>;
}

interface EvaluatorParts {
  readonly device: GPUDevice;
  readonly kits: Pick<KitSource, 'current'>;
  readonly dataset: Dataset;
  /** Most examples to use. */
  readonly examples: number;
}

/**
 * Forward-only passes over the test set, or over the first so many of it in an order of its own, in slices of a size
 * planned for it. All have the same size: the last one is filled up with examples of weight 0. Uses the training slice's
 * buffers, so it runs between updates only.
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

  /** Undefined where the plan in use, at any of the slices, has no room for evaluation. */
  async evaluate(observer: EvaluationObserver): Promise<EvaluationResult | undefined> {
    for (;;) {
      const attempt = await this.#attempt(observer);
      if (attempt === undefined) return undefined;
      const fault = (await Promise.all(attempt.outcomes)).find(isFault);
      if (!fault) {
        const { loss, accuracy } = readMetrics(await attempt.read());
        return { loss, accuracy };
      }
      await observer.recover(fault);
    }
  }

  /** Runs all slices once, each with the plan that is then in use: what they add up is kept from plan to plan. */
  async #attempt({ gate, progressed }: EvaluationObserver) {
    const { device, kits, dataset } = this.#parts;
    const total = this.#order.length;
    const outcomes: Promise<ScopeOutcome>[] = [];
    for (let first = 0; ; ) {
      await gate();
      const { plan, executable, pacer, readBack, inputs } = kits.current;
      const { evaluation } = plan;
      if (evaluation.type !== 'fits') return undefined;
      const { microBatch, program } = evaluation;
      const metrics = executable.buffer(METRICS_NAME);
      const count = Math.min(microBatch, total - first);
      const { staging } = inputs;
      dataset.gather('test', this.#order, first, count, staging);
      shareWeights(staging.weights, count * dataset.targetsPerExample, this.#weightSum);
      staging.weights.fill(0, count * dataset.targetsPerExample, microBatch * dataset.targetsPerExample);
      const isFirst = first === 0;
      const result = first + count === total ? readBack.next(metrics) : undefined;
      const close = openErrorScopes(device);
      try {
        inputs.upload(device.queue, executable, microBatch, { seed: 0, update: 0, firstExample: first });
        await pacer.run(program, isFirst ? (encoder) => encoder.clearBuffer(metrics) : undefined, result?.encode);
      } finally {
        outcomes.push(close());
      }
      first += count;
      progressed(first, total);
      if (result) return { outcomes, read: result.read };
    }
  }
}
