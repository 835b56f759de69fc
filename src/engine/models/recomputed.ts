import * as tf from '@tensorflow/tfjs-core';
import type { Again } from '../kernels/kept-or-again.ts';
import type { ModelContext, NamedTensors } from './model.ts';

/** What a block makes the first time only, and keeps: `make` is small, dear, or adds to sums of the batch. */
export type Once = (make: () => tf.Tensor) => tf.Tensor;

/** For what runs once anyway. */
export const atOnce: Once = (make) => make();

/** A block of a model: `x` and all of its parameters take part in what it returns. */
export type Block = (parameters: NamedTensors, x: tf.Tensor, once: Once) => tf.Tensor;

/** How layers make their inputs again, where they are to. */
export function againOf({ recomputation, remake }: ModelContext): Again {
  return recomputation === 'none' ? undefined : remake;
}

/**
 * Activation recomputation (Chen et al. 2016, "Training Deep Nets with Sublinear Memory Cost"): runs a block and keeps
 * `x` and what it makes once, nothing else. The backward pass runs it a second time, with the same bits, and goes back
 * through that: the memory of one block in place of that of all, for one more forward pass.
 *
 * @param names of the parameters that the block reads
 */
export function recomputed(
  block: Block,
  names: readonly string[],
  { parameters, context }: { readonly parameters: NamedTensors; readonly context: Pick<ModelContext, 'remake'> },
  x: tf.Tensor,
): tf.Tensor {
  const part: Part = ([value, ...values], once) => {
    const byName = new Map(names.map((name, i) => [name, values[i]]));
    return block({ get: (name) => defined(byName.get(name), name) }, defined(value, 'x'), once);
  };
  return recomputedPart(part, [x, ...names.map((name) => parameters.get(name))], context);
}

function defined(tensor: tf.Tensor | undefined, name: string): tf.Tensor {
  if (!tensor) throw new Error(`The block was not given ${name}.`);
  return tensor;
}

type Part = (inputs: readonly tf.Tensor[], once: Once) => tf.Tensor;

function recomputedPart(part: Part, inputs: readonly tf.Tensor[], { remake }: Pick<ModelContext, 'remake'>): tf.Tensor {
  const run = tf.customGrad((...args) => {
    const save = args.at(-1) as tf.GradSaveFunc;
    const values = args.slice(0, -1) as tf.Tensor[];
    const made: tf.Tensor[] = [];
    const value = part(values, (make) => {
      const tensor = make();
      made.push(tensor);
      return tensor;
    });
    save([...values, ...made]);
    const gradFunc = (dy: tf.Tensor, saved: tf.Tensor[]): tf.Tensor[] => {
      const kept = saved.slice(values.length);
      const again: Once = () => defined(kept.shift(), 'what it makes once');
      return onItsOwnTape(() => tf.grads((...x) => remake(() => part(x, again)))(saved.slice(0, values.length), dy));
    };
    return { value, gradFunc };
  });
  return run(...inputs);
}

/** A tape inside a backward pass takes the place of the one that is gone through, which is put back after it. */
function onItsOwnTape<T>(body: () => T): T {
  const { state } = tf.engine();
  const { activeTape } = state;
  try {
    return body();
  } finally {
    state.activeTape = activeTape;
  }
}
