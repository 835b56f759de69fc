import { STEP_BLOCK_WORDS, type StepPosition, writeStepBlock } from '../../core/step-block.ts';
import type { Executable } from '../execute/executable.ts';
import { INPUT_NAMES, STEP_BLOCK_NAME } from '../planning/buffer-names.ts';

/**
 * The host side of a slice's inputs: one set of staging arrays, filled and uploaded again for every slice. A write is
 * copied by the browser at once, so filling the arrays for the next slice overlaps the device's work on this one.
 */
export class SliceInputs {
  readonly examples: Float32Array<ArrayBuffer>; // [m, …example]
  readonly labels: Int32Array<ArrayBuffer>; // [m]
  readonly weights: Float32Array<ArrayBuffer>; // [m]
  readonly #stepBlock = new Int32Array(STEP_BLOCK_WORDS);
  readonly #exampleElements: number;

  /** Room for slices of up to `microBatch` examples of `exampleElements` values. */
  constructor(microBatch: number, exampleElements: number) {
    this.#exampleElements = exampleElements;
    this.examples = new Float32Array(microBatch * exampleElements);
    this.labels = new Int32Array(microBatch);
    this.weights = new Float32Array(microBatch);
  }

  /** Uploads the first `count` examples, labels and weights, and where the slice stands. */
  upload(queue: GPUQueue, executable: Executable, count: number, position: StepPosition): void {
    writeStepBlock(this.#stepBlock, position);
    const elements = count * this.#exampleElements;
    queue.writeBuffer(executable.buffer(INPUT_NAMES.examples), 0, this.examples, 0, elements);
    queue.writeBuffer(executable.buffer(INPUT_NAMES.labels), 0, this.labels, 0, count);
    queue.writeBuffer(executable.buffer(INPUT_NAMES.weights), 0, this.weights, 0, count);
    queue.writeBuffer(executable.buffer(STEP_BLOCK_NAME), 0, this.#stepBlock);
  }
}
