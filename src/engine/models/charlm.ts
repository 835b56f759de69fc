import * as tf from '@tensorflow/tfjs-core';
import { causalAttention } from '../kernels/causal-attention.ts';
import { embedding } from '../kernels/embedding.ts';
import type { Again } from '../kernels/kept-or-again.ts';
import type { Initializer, ParameterSpec } from '../training/initial-parameters.ts';
import type { Model, ModelContext, NamedTensors } from './model.ts';
import { againOf, recomputed } from './recomputed.ts';
import { geluDense, layerNormDense, rowsDense } from './recomputed-dense.ts';

export interface CharLmSizes {
  /** Ids are 0 … vocabulary − 1. */
  readonly vocabulary: number;
  readonly layers: number;
  /** Columns of the residual stream. */
  readonly width: number;
  /** A head is width / heads wide, a multiple of 4. */
  readonly heads: number;
  /** Tokens of an example. */
  readonly context: number;
}

/** Hidden columns between the two dense layers of a block, in widths. */
const EXPANSION = 4;

/**
 * A decoder-only transformer as GPT-2 (Radford et al. 2019): token embedding plus learned positions; in each block
 * x + attention(norm(x)), then x + dense(GELU(dense(norm(x)))); a last norm, and an output projection without bias that is
 * not tied to the embedding. GELU is the exact one, by the error function. Examples are int32 tokens [m, context];
 * logits are [m · context, vocabulary].
 *
 * Dropout, if any, is where GPT-2 has it but on the attention's probabilities: after the embedding and at the end of
 * each branch. Weights start as there: normal with deviation 0.02, divided by √(2 · layers) where a branch ends.
 */
export function charLm({ vocabulary, layers, width, heads, context }: CharLmSizes): Model {
  const blocks = Array.from({ length: layers }, (_, i) => `block${i + 1}`);
  const started: Initializer = { normal: 0.02 };
  return {
    parameters: [
      { name: 'embedding/table', shape: [vocabulary, width], initializer: started },
      { name: 'positions', shape: [context, width], initializer: started },
      ...blocks.flatMap((block) => blockParameters(block, width, layers)),
      ...normParameters('norm', width),
      { name: 'output/kernel', shape: [width, vocabulary], initializer: started },
    ],
    forward(parameters, examples, slice) {
      const drop: ModelContext['dropout'] = (x, layer) =>
        tf.reshape(slice.dropout(tf.reshape(x, [-1, context * width]), layer), [-1, width]);
      const embedded = embedding(parameters.get('embedding/table'), examples); // [m, context, width]
      let x: tf.Tensor = tf.reshape(tf.add(embedded, parameters.get('positions')), [-1, width]); // [m·context, width]
      x = drop(x, 0);
      const again = againOf(slice);
      blocks.forEach((block, i) => {
        const through = (own: NamedTensors, read: tf.Tensor) => {
          const attended = attentionBranch(own, block, read, { context, heads, again });
          const y = tf.add(read, drop(attended, 2 * i + 1));
          return tf.add(y, drop(denseBranch(own, block, y, again), 2 * i + 2));
        };
        const names = blockParameters(block, width, layers).map(({ name }) => name);
        x =
          slice.recomputation === 'blocks'
            ? recomputed(through, names, { parameters, context: slice }, x)
            : through(parameters, x);
      });
      return layerNormDense(parameters, { norm: 'norm', dense: 'output', hasBias: false, again }, x);
    },
  };
}

function attentionBranch(
  parameters: NamedTensors,
  block: string,
  x: tf.Tensor,
  { context, heads, again }: Pick<CharLmSizes, 'context' | 'heads'> & { readonly again: Again },
): tf.Tensor {
  const names = { norm: `${block}/attention-norm`, dense: `${block}/query-key-value`, hasBias: true, again };
  const qkv = layerNormDense(parameters, names, x); // [m·context, 3·width]
  return rowsDense(parameters, `${block}/attention-output`, causalAttention(qkv, context, heads));
}

function denseBranch(parameters: NamedTensors, block: string, x: tf.Tensor, again: Again): tf.Tensor {
  const names = { norm: `${block}/dense-norm`, dense: `${block}/expand`, hasBias: true, again };
  const hidden = layerNormDense(parameters, names, x); // [m·context, 4·width]
  return geluDense(parameters, `${block}/contract`, hidden, again);
}

function blockParameters(block: string, width: number, layers: number): ParameterSpec[] {
  const inner: Initializer = { normal: 0.02 };
  const last: Initializer = { normal: 0.02 / Math.sqrt(2 * layers) };
  return [
    ...normParameters(`${block}/attention-norm`, width),
    ...denseParameters(`${block}/query-key-value`, [width, 3 * width], inner),
    ...denseParameters(`${block}/attention-output`, [width, width], last),
    ...normParameters(`${block}/dense-norm`, width),
    ...denseParameters(`${block}/expand`, [width, EXPANSION * width], inner),
    ...denseParameters(`${block}/contract`, [EXPANSION * width, width], last),
  ];
}

function normParameters(name: string, width: number): ParameterSpec[] {
  return [
    { name: `${name}/gain`, shape: [width], initializer: 'ones' },
    { name: `${name}/bias`, shape: [width], initializer: 'zeros' },
  ];
}

function denseParameters(name: string, shape: readonly [number, number], initializer: Initializer): ParameterSpec[] {
  return [
    { name: `${name}/kernel`, shape, initializer },
    { name: `${name}/bias`, shape: [shape[1]], initializer: 'zeros' },
  ];
}
