import type { ChannelRange } from '../kernels/batch-statistics.ts';
import type { NormalizationSpec } from '../models/model.ts';

/** Channels of all normalisations together. */
export function channelCount(normalizations: readonly NormalizationSpec[]): number {
  return normalizations.reduce((sum, { channels }) => sum + channels, 0);
}

/** Where the statistics of each normalisation lie in the one buffer of all, by name. */
export function channelRanges(normalizations: readonly NormalizationSpec[]): ReadonlyMap<string, ChannelRange> {
  const all = channelCount(normalizations);
  let first = 0;
  const ranges = new Map<string, ChannelRange>();
  for (const { name, channels } of normalizations) {
    ranges.set(name, { first, channels, all });
    first += channels;
  }
  return ranges;
}

/** By channel: values that it has in one example. */
export function elementsByChannel(normalizations: readonly NormalizationSpec[]): Float32Array<ArrayBuffer> {
  return Float32Array.from(
    normalizations.flatMap(({ channels, elementsPerExample }) => new Array<number>(channels).fill(elementsPerExample)),
  );
}

/** Before the first update every mean is 0 and every variance 1, as in PyTorch: [2, channels]. */
export function initialStatistics(normalizations: readonly NormalizationSpec[]): Float32Array<ArrayBuffer> {
  const channels = channelCount(normalizations);
  return new Float32Array(2 * channels).fill(1, channels);
}
