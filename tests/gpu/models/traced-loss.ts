import * as tf from '@tensorflow/tfjs-core';
import type { TraceScope } from '../../../src/engine/capture/tracer.ts';
import { accumulate } from '../../../src/engine/kernels/accumulate.ts';
import { classificationLoss } from '../../../src/engine/models/classification-loss.ts';
import type { Model, ModelContext } from '../../../src/engine/models/model.ts';

/** For models without batch normalisation. */
export function noStatistics(name: string): never {
  throw new Error(`No statistics are kept for ${name}.`);
}

/** Of the buffer that the loss is added into. */
export const LOSS = 'loss';
/** Of the buffer that a parameter's gradient is added into. */
export const gradientName = (parameter: string) => `gradient of ${parameter}`;

export interface TracedSlice {
  readonly examples: number;
  readonly steps: number;
  /** Labels of an example: 1 for a class. */
  readonly targets: number;
}

/**
 * Records one training slice of a model over int32 ids [examples, steps], without dropout: loss and gradients are
 * added into persistent buffers. All buffers' names begin with `prefix`.
 */
export function traceLoss(scope: TraceScope, model: Model, slice: TracedSlice, prefix: string): void {
  const { examples, steps, targets } = slice;
  const ids = scope.persistent(`${prefix}ids`, 'inputs', [examples, steps], 'int32');
  const labels = scope.persistent(`${prefix}labels`, 'inputs', [examples * targets], 'int32');
  const weights = scope.persistent(`${prefix}weights`, 'inputs', [examples * targets], 'float32');
  const parameters = model.parameters.map(({ name, shape }) =>
    scope.persistent(prefix + name, 'parameters', shape, 'float32'),
  );
  const { value, grads } = lossAndGradients(model, { ids, labels, weights, parameters });
  accumulate(scope.persistent(prefix + LOSS, 'other', [1], 'float32'), value);
  grads.forEach((gradient, i) => {
    const { name = '', shape = [] } = model.parameters[i] ?? {};
    accumulate(scope.persistent(prefix + gradientName(name), 'accumulators', shape, 'float32'), gradient);
  });
}

interface LossInputs {
  readonly ids: tf.Tensor; // int32 [m, T]
  readonly labels: tf.Tensor; // int32 [m · targets]
  readonly weights: tf.Tensor; // [m · targets]
  readonly parameters: tf.Tensor[];
}

/** By tfjs's tape: the weighted loss, and its gradient by each parameter in the model's order. No dropout. */
function lossAndGradients(
  model: Model,
  { ids, labels, weights, parameters }: LossInputs,
): { readonly value: tf.Scalar; readonly grads: readonly tf.Tensor[] } {
  const lossOf = (...values: tf.Tensor[]): tf.Scalar => {
    const byName = new Map(model.parameters.map(({ name }, i) => [name, values[i] as tf.Tensor]));
    const context: ModelContext = {
      training: true,
      recomputation: 'layers',
      remake: (make) => make(),
      dropout: (x) => x,
      batchMoments: noStatistics,
    };
    const logits = model.forward({ get: (name) => byName.get(name) as tf.Tensor }, ids, context);
    return classificationLoss(logits, labels, weights).loss;
  };
  return tf.valueAndGrads(lossOf)(parameters);
}
