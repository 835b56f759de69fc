/**
 * What a search strategy is.
 *
 * A strategy finds a micro-batch by trying sizes: it names one, learns whether it fits and how many bytes it took, and
 * names the next, until it knows enough. Trying means running: one slice forward and backward on the device. That costs
 * seconds, and a size that does not fit provokes a real failure. The default search, `planned`, computes the same answer
 * without running anything; these strategies are the ways other tools and texts go, to be chosen, compared and raced.
 *
 * A strategy is a generator, so that it reads like the loop it comes from and stays pure: it yields the size to try and
 * receives the answer. It never calls the probe, waits for nothing, reads no clock, and keeps its state in local
 * variables; a new search calls it anew. `runStrategy` holds the probe, which may be asynchronous, and drives it.
 *
 * What a strategy may assume, because `runStrategy` sees to it:
 * - The search is over as soon as the whole batch has passed (one slice), and as soon as one example has been refused
 *   with nothing passed before (nothing fits). A strategy handles neither case.
 * - An answer belongs to the size asked, and a size is run once: asked again, it is answered from memory.
 * - The number of probes is bounded, whatever the strategy does.
 *
 * What it must do, or `runStrategy` rejects:
 * - Ask whole sizes from 1 to `upperBound`.
 * - After a refusal, go down: never ask a size larger than one that was refused.
 * - Return a size that has passed. It need not be the largest one: a strategy may prefer to leave room.
 *
 * What it may not assume: that answers are monotone in the size, that a peak is known (it is 0 where it is not), or that
 * bytes and verdict agree. A strategy ends on any answers.
 */
import type { SizeProbe } from '../micro-batch-search.ts';

/** What trying one size tells: the verdict, the peak in bytes (0 where unknown), and how long it took. */
export interface ProbeAnswer extends SizeProbe {
  readonly elapsedMs: number;
}

/** A size that has been tried. */
export interface ProbedSize extends ProbeAnswer {
  readonly microBatch: number;
}

export interface StrategyQuestion {
  /** Largest size that makes sense: the batch, at most the data set. Nothing above it is tried. */
  readonly upperBound: number;
  /** Bytes a slice may take, headroom already taken off. Whether a size fits, its verdict says. */
  readonly budgetBytes: number;
}

/** Yields the size to try, receives its answer, returns the size chosen. */
export type SearchSteps<Found = number> = Generator<number, Found, ProbedSize>;

export type SearchStrategy = (question: StrategyQuestion) => SearchSteps;

/** Whether a size that has been tried passed. */
export function fits({ verdict }: SizeProbe): boolean {
  return verdict.type === 'fits';
}
