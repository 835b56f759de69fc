import * as tf from '@tensorflow/tfjs-core';
import type { ParameterSpec } from '../../../src/engine/training/initial-parameters.ts';
import { layerSpecs, type StockModel, type StockParameters, stockDense } from './stock-layers.ts';

const [WIDTH, HEADS, CONTEXT] = [128, 4, 128] as const;
const BLOCKS = ['block1', 'block2', 'block3', 'block4'] as const;
const HEAD_WIDTH = WIDTH / HEADS;
/** torch.nn.LayerNorm's. */
const EPSILON = 1e-5;
/** Far below any score: what a row may not see. */
const HIDDEN = -1e9;
const INNER = { normal: 0.02 };
const LAST = { normal: 0.02 / Math.sqrt(2 * BLOCKS.length) };

/** A decoder-only transformer, pre-norm, as GPT-2's. Examples: int32 [m, context]; logits [m·context, vocabulary]. */
export function stockCharLm(vocabulary: number): StockModel {
  return {
    parameters: [
      { name: 'embedding/table', shape: [vocabulary, WIDTH], initializer: INNER },
      { name: 'positions', shape: [CONTEXT, WIDTH], initializer: INNER },
      ...BLOCKS.flatMap((block) => [
        ...normSpecs(`${block}/attention-norm`),
        ...layerSpecs(`${block}/query-key-value`, [WIDTH, 3 * WIDTH], INNER),
        ...layerSpecs(`${block}/attention-output`, [WIDTH, WIDTH], LAST),
        ...normSpecs(`${block}/dense-norm`),
        ...layerSpecs(`${block}/expand`, [WIDTH, 4 * WIDTH], INNER),
        ...layerSpecs(`${block}/contract`, [4 * WIDTH, WIDTH], LAST),
      ]),
      ...normSpecs('norm'),
      { name: 'output/kernel', shape: [WIDTH, vocabulary], initializer: INNER },
    ],
    forward(parameters, examples) {
      const words = tf.gather(parameters('embedding/table'), tf.reshape(examples, [-1])); // [m·context, width]
      const placed = tf.add(tf.reshape(words, [-1, CONTEXT, WIDTH]), parameters('positions'));
      let x: tf.Tensor = tf.reshape(placed, [-1, WIDTH]); // [m·context, width]
      for (const block of BLOCKS) {
        x = tf.add(x, attention(parameters, block, layerNorm(parameters, `${block}/attention-norm`, x)));
        const hidden = stockDense(parameters, `${block}/expand`, layerNorm(parameters, `${block}/dense-norm`, x));
        x = tf.add(x, stockDense(parameters, `${block}/contract`, gelu(hidden)));
      }
      return tf.matMul(layerNorm(parameters, 'norm', x) as tf.Tensor2D, parameters('output/kernel') as tf.Tensor2D);
    },
  };
}

/** softmax(q·kᵀ / √headWidth + mask) · v for each head, and the projection behind it. */
function attention(parameters: StockParameters, block: string, x: tf.Tensor): tf.Tensor {
  const heads = tf
    .split(stockDense(parameters, `${block}/query-key-value`, x), 3, 1)
    .map((part) => tf.transpose(tf.reshape(part, [-1, CONTEXT, HEADS, HEAD_WIDTH]), [0, 2, 1, 3]));
  const [queries, keys, values] = heads as [tf.Tensor, tf.Tensor, tf.Tensor]; // [m, heads, context, headWidth]
  const scores = tf.mul(tf.matMul(queries, keys, false, true), 1 / Math.sqrt(HEAD_WIDTH));
  const mixed = tf.matMul(tf.softmax(tf.add(scores, causalMask())), values);
  return stockDense(
    parameters,
    `${block}/attention-output`,
    tf.reshape(tf.transpose(mixed, [0, 2, 1, 3]), [-1, WIDTH]),
  );
}

/** 0 where a row may look, else far below any score: [context, context]. */
function causalMask(): tf.Tensor {
  const values = new Float32Array(CONTEXT * CONTEXT);
  for (let row = 0; row < CONTEXT; row += 1) values.fill(HIDDEN, row * CONTEXT + row + 1, (row + 1) * CONTEXT);
  return tf.tensor2d(values, [CONTEXT, CONTEXT]);
}

function layerNorm(parameters: StockParameters, name: string, x: tf.Tensor): tf.Tensor {
  const { mean, variance } = tf.moments(x, -1, true);
  const normal = tf.mul(tf.sub(x, mean), tf.rsqrt(tf.add(variance, EPSILON)));
  return tf.add(tf.mul(normal, parameters(`${name}/gain`)), parameters(`${name}/bias`));
}

/** The exact one, by the error function. */
function gelu(x: tf.Tensor): tf.Tensor {
  return tf.mul(tf.mul(x, 0.5), tf.add(tf.erf(tf.mul(x, Math.SQRT1_2)), 1));
}

function normSpecs(name: string): ParameterSpec[] {
  return [
    { name: `${name}/gain`, shape: [WIDTH], initializer: 'ones' },
    { name: `${name}/bias`, shape: [WIDTH], initializer: 'zeros' },
  ];
}
