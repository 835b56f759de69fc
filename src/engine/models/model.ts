import type { Tensor } from '@tensorflow/tfjs-core';
import type { RecomputationId } from '../../core/config/training-config.ts';
import type { Moments } from '../kernels/normalization.ts';
import type { ParameterSpec } from '../training/initial-parameters.ts';

/**
 * A model is a function over named parameters, written with tfjs operations and the kernels of this project. It holds
 * no state: parameters come in by name, logits go out, and everything random is keyed by the step block. So one model
 * can be traced at any micro-batch size, on a device or in Node, and its trajectory does not depend on how the batch
 * is cut. Only `engine/planning` and tests call it.
 */
export interface Model {
  readonly parameters: readonly ParameterSpec[];
  /** Its batch normalisations, each of which keeps running statistics; a model with some needs two examples a slice. */
  readonly normalizations?: readonly NormalizationSpec[];
  /** Logits [m · targets, classes] of `examples` [m, …], float32 values or int32 tokens. */
  forward(parameters: NamedTensors, examples: Tensor, context: ModelContext): Tensor;
}

/** A batch normalisation of a model. */
export interface NormalizationSpec {
  readonly name: string;
  readonly channels: number;
  /** Values that a channel has in one example: pixels. */
  readonly elementsPerExample: number;
}

export interface NamedTensors {
  get(name: string): Tensor;
}

export interface ModelContext {
  readonly training: boolean;
  /** What the backward pass makes again; the bits are the same whatever it is. */
  readonly recomputation: RecomputationId;
  /** Does what the backward pass makes again, and counts it as activations. */
  remake<T>(make: () => T): T;
  /** Drops units of `x` [m, …] while training; `layer` numbers the place in the model. */
  dropout(x: Tensor, layer: number): Tensor;
  /**
   * What the batch normalisation of `x` [m, …, channels] under a name of the model's `normalizations` normalises by: the
   * slice's own statistics while training, which are added to the batch's, else the running statistics.
   */
  batchMoments(name: string, x: Tensor): Moments;
}
