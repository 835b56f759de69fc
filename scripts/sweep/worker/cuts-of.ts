/**
 * How each batch was cut, by the slices that ran: sizes in order. A batch counts as it ran last, in slices that follow one
 * another without a gap and hold its examples in their order; the last batch ends what ran, and each comes before the next.
 * Undefined where one of them was not run like this.
 */
export function cutsOf(
  slices: readonly (readonly number[])[],
  batches: readonly (readonly number[])[],
): number[][] | undefined {
  const cuts: number[][] = [];
  let end = slices.length;
  for (const batch of [...batches].reverse()) {
    const isLast = cuts.length === 0;
    let found: { readonly from: number; readonly sizes: number[] } | undefined;
    for (let to = end; to > 0 && !found; to -= 1) {
      found = endingAt(slices, to, batch);
      if (isLast) break;
    }
    if (!found) return undefined;
    cuts.unshift(found.sizes);
    end = found.from;
  }
  return cuts;
}

/** The slices before number `to` that hold exactly `batch`. */
function endingAt(slices: readonly (readonly number[])[], to: number, batch: readonly number[]) {
  const examples: number[] = [];
  const sizes: number[] = [];
  for (let from = to - 1; from >= 0 && examples.length < batch.length; from -= 1) {
    const slice = slices[from] ?? [];
    examples.unshift(...slice);
    sizes.unshift(slice.length);
  }
  return examples.join() === batch.join() ? { from: to - sizes.length, sizes } : undefined;
}
