import * as tf from '@tensorflow/tfjs-core';
import { attentionGradient } from './attention-backward.ts';
import { attentionLogSums, attentionValues } from './attention-forward.ts';
import type { AttentionShape } from './attention-program.ts';

/**
 * Causal self-attention of several heads: softmax(q·kᵀ / √headWidth) · v, where a row sees itself and the rows before it
 * in its example. `qkv` [m·steps, 3·width] has queries, keys and values side by side, each with the heads' columns one
 * after another, as the projection of `torch.nn.MultiheadAttention`; the result is [m·steps, width].
 *
 * Scores and probabilities never exist in memory. Kept for the backward pass beside `qkv` and the result, which the
 * layers around it need anyway: the logarithm of each row's Σ exp(score), 4 bytes a row and head. The backward pass makes
 * probabilities again from it (Dao et al., arXiv:2205.14135, without its tiles: a row of a head fits into a thread's
 * registers). Products of queries and keys are so made four times a step instead of once; at 128 steps of four heads of 32
 * that is little beside the layer's matrix products, and probabilities would take 4 · steps² bytes an example and head.
 */
export function causalAttention(qkv: tf.Tensor, steps: number, heads: number): tf.Tensor {
  const shape = attentionShape(qkv, steps, heads);
  const attend = tf.customGrad((x, save) => {
    const input = x as tf.Tensor;
    const logSums = attentionLogSums(input, shape);
    const y = attentionValues(input, logSums, shape);
    (save as tf.GradSaveFunc)([input, logSums, y]);
    return {
      value: y,
      gradFunc: (dy: tf.Tensor, saved: tf.Tensor[]) => {
        const [savedInput, savedSums, output] = saved;
        if (!savedInput || !savedSums || !output) throw new Error('Attention saves three tensors.');
        return attentionGradient({ dy, qkv: savedInput, logSums: savedSums, y: output }, shape);
      },
    };
  });
  return attend(qkv);
}

function attentionShape(qkv: tf.Tensor, steps: number, heads: number): AttentionShape {
  const [rows = 0, columns = 0] = qkv.shape;
  const shape = { examples: rows / steps, steps, heads, headWidth: columns / (3 * heads) };
  if (!Number.isInteger(shape.examples) || !Number.isInteger(shape.headWidth)) {
    throw new Error(`${rows} rows of ${columns} columns are no examples of ${steps} steps with ${heads} heads.`);
  }
  return shape;
}
