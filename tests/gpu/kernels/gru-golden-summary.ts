import { goldenValues, relativeError, sampleIndices } from '../training/golden-values.ts';

/** What a fixture of scripts/golden/text_rnn.py tells of a tensor. */
export interface GoldenSummary {
  readonly norm: number;
  readonly projection: number;
  readonly samples: readonly number[];
}

/**
 * The largest of three errors against a fixture: of the norm; of the product with pseudo-random numbers, by the norm;
 * and of the sampled elements. NaN where a value is NaN, so compare with "is less than".
 */
export function summaryError(actual: ArrayLike<number>, expected: GoldenSummary, projectionStream: number): number {
  const random = goldenValues(actual.length, projectionStream, 1);
  let squares = 0;
  let projection = 0;
  for (let i = 0; i < actual.length; i += 1) {
    const value = actual[i] ?? Number.NaN;
    squares += value * value;
    projection += value * (random[i] ?? 0);
  }
  const { norm, samples } = expected;
  if (norm === 0) return Math.sqrt(squares);
  const sampled = sampleIndices(actual.length)
    .slice(0, samples.length)
    .map((at) => actual[at] ?? Number.NaN);
  return Math.max(
    Math.abs(Math.sqrt(squares) / norm - 1),
    Math.abs(projection - expected.projection) / norm,
    samples.every((sample) => sample === 0) ? largest(sampled) / norm : relativeError(sampled, samples),
  );
}

const largest = (values: readonly number[]): number => Math.max(...values.map(Math.abs));
