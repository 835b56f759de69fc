/** Drives a search strategy over a probe, and holds it to the rules that every search keeps. */
import { type DeviceProbe, ProbeLedger } from './probe-ledger.ts';
import { fits, type ProbedSize, type SearchStrategy, type StrategyQuestion } from './strategy.ts';

export interface ProbingQuestion extends StrategyQuestion {
  /** Tries one size. Called at most once a size, never twice at the same time. */
  readonly probe: DeviceProbe;
  /** Most sizes to try. */
  readonly maxProbes?: number;
  /** Refusals before anything has passed, after which one example is tried. */
  readonly maxFailuresFromTheStart?: number;
}

/** Why a search ended. `gave-up`: the bound on probes was reached before the strategy was done. */
export type SearchEnding = 'chosen' | 'whole-batch' | 'nothing-fits' | 'gave-up';

export interface StrategySearch {
  /** The size found, which has passed; 0 where none has. */
  readonly capacity: number;
  readonly ending: SearchEnding;
  /** Every size tried, in order. */
  readonly probes: readonly ProbedSize[];
  /** How many of them were refused. */
  readonly failedProbes: number;
}

/** The slowest way down, by a tenth each time, tries 76 sizes from 16,384 to 1. */
export const MAX_PROBES = 128;

/** Halving has come down to 1/256 of the batch by then. */
export const MAX_FAILURES_FROM_THE_START = 8;

/**
 * Searches with one strategy.
 *
 * - The answer is a size that passed.
 * - Nothing above the upper bound is tried; when the upper bound itself passes, it is the answer: one slice.
 * - After a refusal only smaller sizes are tried, and no size twice.
 * - After several refusals with nothing passed, one example is tried before the strategy goes on. That tells sizes which
 *   are too large from a device on which nothing runs, without the strategy's whole way down to 1.
 * - When one example is refused as well, nothing fits, and the search is over.
 *
 * A probe that rejects ends the search with that rejection; this is also how a caller cancels one.
 *
 * @throws RangeError unless the upper bound is a positive whole number, and where the strategy breaks its rules.
 */
export async function runStrategy(strategy: SearchStrategy, question: ProbingQuestion): Promise<StrategySearch> {
  const { upperBound, budgetBytes, probe } = question;
  const { maxProbes = MAX_PROBES, maxFailuresFromTheStart = MAX_FAILURES_FROM_THE_START } = question;
  if (!Number.isSafeInteger(upperBound) || upperBound < 1) {
    throw new RangeError(`the upper bound must be a positive whole number, got ${upperBound}`);
  }
  const ledger = new ProbeLedger(upperBound, probe);
  const steps = strategy({ upperBound, budgetBytes });
  let step = steps.next();
  while (!step.done) {
    if (ledger.asked >= maxProbes) return searchOf(ledger, 'gave-up', ledger.largestPassed);
    const answer = await ledger.answer(step.value);
    if (answer.microBatch === upperBound && fits(answer)) return searchOf(ledger, 'whole-batch', upperBound);
    if (ledger.failuresFromTheStart === maxFailuresFromTheStart && ledger.asked < maxProbes) await ledger.answer(1);
    if (ledger.nothingFits) return searchOf(ledger, 'nothing-fits', 0);
    step = steps.next(answer);
  }
  if (!ledger.hasPassed(step.value)) throw new RangeError(`the strategy chose ${step.value}, which has not passed`);
  return searchOf(ledger, 'chosen', step.value);
}

function searchOf({ probes }: ProbeLedger, ending: SearchEnding, capacity: number): StrategySearch {
  return { capacity, ending, probes, failedProbes: probes.filter((probed) => !fits(probed)).length };
}
