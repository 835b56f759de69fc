/**
 * The weights that make the loss of a batch independent of how the batch is cut.
 *
 * loss = Σ wᵢ·ℓᵢ / Σ wᵢ, both sums over the whole batch. Each slice sums its wᵢ/Σw · ℓᵢ; the slices' losses and
 * gradients then add up to those of the batch, whatever their sizes. A mean of the slices' means would not.
 */

/** Σ w of a whole batch, known before the first slice runs. */
export type BatchWeightSum =
  | { readonly type: 'weighted'; readonly sum: number }
  /** Σ w is 0: no example counts, the loss is undefined, and the batch makes no update. */
  | { readonly type: 'no-update' };

/**
 * Adds up the weights of a whole batch in double precision.
 *
 * @param weights one non-negative, finite weight an example (or a token): 1 counts fully, 0 not at all.
 * @throws RangeError for a negative weight or one that is not finite.
 */
export function batchWeightSum(weights: Iterable<number>): BatchWeightSum {
  let sum = 0;
  for (const weight of weights) {
    if (!(weight >= 0 && weight < Number.POSITIVE_INFINITY)) {
      throw new RangeError(`a weight must be finite and at least 0, got ${weight}`);
    }
    sum += weight;
  }
  return sum === 0 ? { type: 'no-update' } : { type: 'weighted', sum };
}

/**
 * wᵢ / Σw for the examples of one slice. Over all slices of a batch the results add up to 1, within the
 * rounding of float32 (2⁻²⁴ relative).
 *
 * @param sliceWeights the weights of this slice's examples
 * @param batch Σ w of the whole batch; the type leaves no room for a sum of 0.
 */
export function sliceLossWeights(
  sliceWeights: ArrayLike<number>,
  batch: Extract<BatchWeightSum, { type: 'weighted' }>,
): Float32Array<ArrayBuffer> {
  return Float32Array.from(sliceWeights, (weight) => weight / batch.sum);
}
