import { STEP_BLOCK_WORDS, type StepPosition, writeStepBlock } from '../../core/step-block.ts';
import { createSliceStaging, type SliceStaging } from '../datasets/slice-staging.ts';
import type { Executable } from '../execute/executable.ts';
import { INPUT_NAMES, ofSlice, STEP_BLOCK_NAME } from '../planning/buffer-names.ts';
import type { Workload } from '../workload.ts';
import { parameterSize } from './initial-parameters.ts';

/**
 * The host side of a slice's inputs: one set of staging arrays, filled and uploaded again for every slice. A write is
 * copied by the browser at once, so filling the arrays for the next slice overlaps the device's work on this one.
 */
export class SliceInputs {
  readonly staging: SliceStaging;
  readonly #stepBlock = new Int32Array(STEP_BLOCK_WORDS);
  readonly #exampleElements: number;
  readonly #targets: number;

  /** Room for slices of up to `microBatch` examples. */
  constructor(microBatch: number, { exampleShape, targetsPerExample }: InputShape) {
    this.#exampleElements = parameterSize({ shape: exampleShape });
    this.#targets = targetsPerExample;
    this.staging = createSliceStaging(microBatch, this.#exampleElements, targetsPerExample);
  }

  /**
   * Uploads the first `count` examples, their labels and weights, and where the slice stands, as the inputs of slice
   * `slice` of a program: 0 where it runs one.
   */
  upload(queue: GPUQueue, executable: Executable, count: number, position: StepPosition, slice = 0): void {
    writeStepBlock(this.#stepBlock, position);
    const { values, labels, weights } = this.staging;
    const targets = count * this.#targets;
    const buffer = (name: string) => executable.buffer(ofSlice(name, slice));
    queue.writeBuffer(buffer(INPUT_NAMES.examples), 0, values, 0, count * this.#exampleElements);
    queue.writeBuffer(buffer(INPUT_NAMES.labels), 0, labels, 0, targets);
    queue.writeBuffer(buffer(INPUT_NAMES.weights), 0, weights, 0, targets);
    queue.writeBuffer(buffer(STEP_BLOCK_NAME), 0, this.#stepBlock);
  }
}

type InputShape = Pick<Workload, 'exampleShape' | 'targetsPerExample'>;
