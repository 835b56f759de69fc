/**
 * Exponential moving average of a series, corrected for its start at zero: with weight α of the newest value,
 *
 *     s ← (1 − α)·s + α·x,   shown: s / (1 − (1 − α)ⁿ)   after n values.
 *
 * The correction is that of Adam (Kingma and Ba 2015, section 3) and of TensorBoard's scalar charts: the curve starts
 * at the first value rather than near zero. α = 2 / (window + 1), so the average's centre lies as far back as that of
 * a plain mean over `windowUpdates` updates; a window of 1 changes nothing.
 *
 * A value that is not finite is not averaged: the result is NaN there, and the average goes on after it as if the value
 * were not there. Nothing is invented where there are no data.
 *
 * @param windowUpdates at least 1
 * @param updatesPerRow the series' stride, where only every so many updates are kept
 */
export function smooth(values: Float64Array, windowUpdates: number, updatesPerRow = 1): Float64Array {
  const windowRows = Math.max(1, windowUpdates / updatesPerRow);
  const decay = 1 - 2 / (windowRows + 1);
  let sum = 0;
  let decayed = 1; // (1 − α)ⁿ
  const smoothed = new Float64Array(values.length).fill(Number.NaN);
  for (let row = 0; row < values.length; row++) {
    const value = values[row] ?? Number.NaN;
    if (!Number.isFinite(value)) continue;
    sum = decay * sum + (1 - decay) * value;
    // Below this the correction is 1 in any case, and a power left to shrink becomes subnormal, which is slow:
    // 200,000 rows in 8 ms instead of 1.3.
    if (decayed > 1e-17) decayed *= decay;
    smoothed[row] = sum / (1 - decayed);
  }
  return smoothed;
}
