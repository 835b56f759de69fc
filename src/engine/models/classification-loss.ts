import * as tf from '@tensorflow/tfjs-core';
import { columnSum } from '../kernels/column-sum.ts';
import { CROSS_ENTROPY_TERMS, crossEntropyGradient, crossEntropyTerms } from '../kernels/softmax-cross-entropy.ts';
import { webGpuBackend } from '../kernels/webgpu-backend.ts';

export interface ClassificationLoss {
  /** This slice's part of Σ wᵢ·ℓᵢ / Σ wᵢ, both sums over the whole batch: what is differentiated. */
  readonly loss: tf.Scalar;
  /** [m, 4], for `accumulateMetrics`. */
  readonly terms: tf.Tensor;
}

/**
 * Weighted softmax cross-entropy with labels. `logits` [m, classes], `labels` int32 [m], `weights` float32 [m], already
 * divided by the batch's Σ w.
 *
 * Only `terms` feed the metrics, and the gradient needs no loss: where a traced program reads `loss` nowhere, its
 * kernels are dead commands and are dropped.
 */
export function classificationLoss(logits: tf.Tensor, labels: tf.Tensor, weights: tf.Tensor): ClassificationLoss {
  const terms = crossEntropyTerms(logits, labels, weights);
  const differentiable = tf.customGrad((x, save) => {
    (save as tf.GradSaveFunc)([x as tf.Tensor, terms]);
    return {
      value: weightedLossSum(terms),
      gradFunc: (dy: tf.Tensor, saved: tf.Tensor[]) => {
        const [savedLogits, savedTerms] = saved;
        if (!savedLogits || !savedTerms) throw new Error('The loss saves its logits and terms.');
        return crossEntropyGradient(dy, { logits: savedLogits, labels, weights, terms: savedTerms });
      },
    };
  });
  return { loss: differentiable(logits) as tf.Scalar, terms };
}

function weightedLossSum(terms: tf.Tensor): tf.Scalar {
  const sums = tf.engine().makeTensorFromTensorInfo(columnSum(webGpuBackend(), terms, CROSS_ENTROPY_TERMS));
  return tf.reshape(tf.slice(sums, [0], [1]), []);
}
