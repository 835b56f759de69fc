import * as tf from '@tensorflow/tfjs-core';

/**
 * Weighted softmax cross-entropy, this slice's part of Σ wᵢ·ℓᵢ / Σ wᵢ with both sums over the whole batch.
 * `logits` [m, classes], `labels` int32 [m], `weights` float32 [m], already divided by the batch's Σ w.
 */
export function weightedCrossEntropy(logits: tf.Tensor, labels: tf.Tensor, weights: tf.Tensor): tf.Scalar {
  const classes = logits.shape[1] ?? 1;
  const logProbabilities = tf.logSoftmax(logits as tf.Tensor2D);
  const chosen = tf.sum(tf.mul(logProbabilities, tf.cast(tf.oneHot(labels, classes), 'float32')), 1); // [m]
  return tf.neg(tf.sum(tf.mul(chosen, weights)));
}

/** This slice's part of the weighted share of examples whose largest logit is their label. Shapes as above. */
export function weightedAccuracy(logits: tf.Tensor, labels: tf.Tensor, weights: tf.Tensor): tf.Scalar {
  const correct = tf.cast(tf.equal(tf.argMax(logits, 1), labels), 'float32'); // [m]
  return tf.sum(tf.mul(correct, weights));
}
