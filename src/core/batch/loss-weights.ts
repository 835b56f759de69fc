/**
 * The weights that make the loss of a batch independent of how the batch is cut.
 *
 * loss = Σ wᵢ·ℓᵢ / Σ wᵢ, both sums over the whole batch. Each slice sums its wᵢ/Σw · ℓᵢ; the slices' losses and
 * gradients then add up to those of the batch, whatever their sizes. A mean of the slices' means would not.
 */

/**
 * Σ w of a whole batch, known before the first slice runs, in double precision.
 *
 * @param weights one positive, finite weight an example: with a token for each target, the sum of its tokens' weights.
 * @throws RangeError for another weight, and for a batch of no examples: its loss is undefined and it can make no update.
 */
export function batchWeightSum(weights: Iterable<number>): number {
  let sum = 0;
  for (const weight of weights) {
    if (!(weight > 0 && weight < Number.POSITIVE_INFINITY)) {
      throw new RangeError(`an example's weight must be finite and more than 0, got ${weight}`);
    }
    sum += weight;
  }
  if (sum === 0) throw new RangeError('a batch has 1 example or more');
  return sum;
}

/**
 * Turns the weights of one slice, in place, into wᵢ / Σw. Over all slices of a batch they add up to 1, within the
 * rounding of float32 (2⁻²⁴ relative).
 *
 * @param weights whose first `count` are the slice's
 * @param batchSum Σ w of the whole batch
 */
export function shareWeights(weights: Float32Array, count: number, batchSum: number): void {
  for (let i = 0; i < count; i += 1) weights[i] = (weights[i] ?? 0) / batchSum;
}
