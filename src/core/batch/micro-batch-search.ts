/**
 * The `planned` search: the largest micro-batch that fits, found by planning a few sizes, without a device.
 *
 * It keeps a bracket, a size that has passed below one that was refused, and closes it: the answer is a size that
 * passed, and the next one was refused. Nothing is assumed about the probe but that it answers.
 */
import type { ConsideredSize, SizeVerdict } from '../program/plan-report.ts';
import { type CapacityBracket, leanOf, predictCapacity } from './capacity-prediction.ts';

export interface SizeProbe {
  /** Planned bytes of everything at that size; 0 where they are not known. */
  readonly peakBytes: number;
  readonly verdict: SizeVerdict;
}

export interface CapacityQuestion {
  /** Largest size that makes sense: the batch, at most the data set. Nothing above it is probed. */
  readonly upperBound: number;
  /** Bytes a plan may take, headroom already taken off. Used to predict; whether a size fits, the verdict says. */
  readonly budgetBytes: number;
  /** Plans one size. Called at most once a size. */
  readonly probe: (microBatch: number) => SizeProbe;
  /** A clock in milliseconds. */
  readonly now: () => number;
  /** A size chosen by a person: the only one probed, never changed, except that it cannot exceed `upperBound`. */
  readonly fixed?: number;
}

export interface CapacitySearch {
  /** Largest size that passed; 0 where not even one example fits, or where the fixed size does not. */
  readonly capacity: number;
  /** Every size probed, in order. */
  readonly considered: readonly ConsideredSize[];
}

/** Probes granted to predictions before halving takes over: enough for an affine plan with a limit in the way. */
const SPARE_PROBES = 4;

/**
 * Finds the capacity for a batch.
 *
 * The whole batch is tried first (it fits: one slice), then one example (it does not fit: nothing does), then the size
 * predicted by the evidence. Each prediction is moved just far enough towards the middle of the bracket that halving can
 * still finish within the probes left; this is the projection step of Oliveira and Takahashi, "An Enhancement of the
 * Bisection Method Average Performance Preserving Minmax Optimality", ACM TOMS 47(1), 2021.
 *
 * Probes: 4 where peak bytes are affine in the size, 5 where a limit binds as well; never more than
 * 2 + 4 + ceil(log2(upperBound − 1)), whatever the probe answers. For answers that are not monotone in the size the result
 * still is one that passed, and its successor was refused.
 *
 * @throws RangeError unless `upperBound` and `fixed` are positive whole numbers.
 */
export function searchCapacity({ upperBound, budgetBytes, probe, now, fixed }: CapacityQuestion): CapacitySearch {
  for (const size of [upperBound, fixed ?? 1]) {
    if (!Number.isSafeInteger(size) || size < 1)
      throw new RangeError(`a size must be a positive whole number, got ${size}`);
  }
  const considered: ConsideredSize[] = [];
  const consider = (microBatch: number): ConsideredSize => {
    const startMs = now();
    const { peakBytes, verdict } = probe(microBatch);
    const size = { microBatch, peakBytes, verdict, planMs: now() - startMs };
    considered.push(size);
    return size;
  };

  const first = consider(Math.min(fixed ?? upperBound, upperBound));
  if (passed(first)) return { capacity: first.microBatch, considered };
  if (fixed !== undefined || upperBound === 1) return { capacity: 0, considered };
  const single = consider(1);
  if (!passed(single)) return { capacity: 0, considered };
  const bracket = { fits: single, refused: first, fitsBelow: undefined, streak: 0 };
  return { capacity: closeBracket(bracket, budgetBytes, consider), considered };
}

/** Narrows the bracket until nothing lies between its ends; returns its lower end. */
function closeBracket(
  initial: CapacityBracket,
  budgetBytes: number,
  consider: (microBatch: number) => ConsideredSize,
): number {
  let bracket = initial;
  let probesLeft = Math.ceil(Math.log2(initial.refused.microBatch - initial.fits.microBatch)) + SPARE_PROBES;
  while (bracket.refused.microBatch - bracket.fits.microBatch > 1) {
    probesLeft -= 1;
    const tried = consider(nextSize(bracket, budgetBytes, 2 ** probesLeft));
    bracket = passed(tried)
      ? { ...bracket, fits: tried, fitsBelow: bracket.fits, streak: Math.max(bracket.streak, 0) + 1 }
      : { ...bracket, refused: tried, streak: Math.min(bracket.streak, 0) - 1 };
  }
  return bracket.fits.microBatch;
}

/**
 * The predicted size, or the middle where nothing is predicted, such that neither part of the bracket is wider than
 * `reach`: what halving can close with the probes left. The bracket is never wider than twice `reach`.
 */
function nextSize(bracket: CapacityBracket, budgetBytes: number, reach: number): number {
  const lower = bracket.fits.microBatch;
  const upper = bracket.refused.microBatch;
  const predicted = predictCapacity(bracket, budgetBytes) ?? Math.floor((lower + upper) / 2);
  const lean = leanOf(bracket.streak);
  const wanted = bracket.streak > 0 ? Math.max(predicted, lower + lean) : Math.min(predicted, upper - lean);
  const smallest = Math.max(lower + 1, upper - reach);
  const largest = Math.min(upper - 1, lower + reach);
  return Math.min(Math.max(wanted, smallest), largest);
}

function passed(size: ConsideredSize): boolean {
  return size.verdict.type === 'fits';
}
