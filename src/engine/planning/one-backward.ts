import { balancedSlices, sliceSizes } from '../../core/batch/balanced-slices.ts';
import { searchCapacity } from '../../core/batch/micro-batch-search.ts';
import type { MemoryPlan } from '../../core/program/memory-plan.ts';
import type { SizeVerdict } from '../../core/program/plan-report.ts';
import { withMoreSlices } from './more-slices.ts';
import type { SizePlan } from './training-planner.ts';

/** Slices up to which a program is planned as it is while sizes are compared. */
const FEW_SLICES = 3;
/** A program of so many commands takes some seconds to trace and plan: a longer one is not made. */
export const MOST_COMMANDS = 20_000;
/** Plans of whole programs after the search, each one slice size down; what was reckoned is nearly exact. */
const ATTEMPTS = 3;

export interface OneBackwardQuestion {
  /** Different batches of the run, largest first. */
  readonly batches: readonly [number, ...number[]];
  /** The largest slice that accumulation takes, or the size that a person fixed. */
  readonly capacity: number;
  readonly isFixed: boolean;
  readonly usableBytes: number;
  /** Commands of a slice of so many examples with a backward pass of its own. */
  readonly commandsOf: (size: number) => number;
  /** Plans one program for each of these cuts, and the update. */
  readonly plan: (cuts: readonly (readonly number[])[]) => SizePlan;
  readonly verdictOf: (memory: MemoryPlan) => SizeVerdict;
  readonly now: () => number;
}

/** The run with one backward pass for all slices of a batch. */
export type OneBackwardPlan =
  | { readonly type: 'fits'; readonly capacity: number; readonly planned: SizePlan }
  | { readonly type: 'does-not-fit'; readonly planned: SizePlan }
  /** It might fit, but its program would be longer than this page makes. */
  | { readonly type: 'too-long'; readonly slices: number; readonly commands: number };

/**
 * Finds the largest slices with which the whole batch fits under one backward pass. Smaller slices than accumulation's may
 * fit where those do not: all activations wait, but the workspace of a slice is smaller. Sizes are compared by bytes
 * reckoned from three slices; the one chosen is planned whole.
 */
export function planOneBackward(question: OneBackwardQuestion): OneBackwardPlan {
  const { batches, capacity, isFixed, usableBytes, commandsOf, plan, now } = question;
  const cut = (batch: number, size: number) => sliceSizes(balancedSlices(batch, size));
  const largest = cut(batches[0], capacity)[0] ?? capacity;
  const atMost = isFixed
    ? largest
    : searchCapacity({
        upperBound: largest,
        budgetBytes: usableBytes,
        probe: (size) => reckoned(question, cut(batches[0], size)),
        now,
      }).capacity;
  if (atMost === 0) return { type: 'does-not-fit', planned: reckoned(question, cut(batches[0], largest)) };
  let size = atMost;
  let planned: SizePlan | undefined;
  for (let attempt = 0; attempt < ATTEMPTS && size > 0; attempt += 1) {
    const slices = cut(batches[0], size);
    const commands = slices.length * commandsOf(slices[0] ?? size);
    if (commands > MOST_COMMANDS) {
      const estimate = reckoned(question, slices);
      if (estimate.verdict.type !== 'fits') return { type: 'does-not-fit', planned: estimate };
      return { type: 'too-long', slices: slices.length, commands };
    }
    planned = plan(batches.map((batch) => cut(batch, slices[0] ?? size)));
    if (planned.verdict.type === 'fits') return { type: 'fits', capacity: size, planned };
    if (isFixed) break;
    size = (slices[0] ?? size) - 1;
  }
  return { type: 'does-not-fit', planned: planned ?? reckoned(question, cut(batches[0], largest)) };
}

/** What these slices take together: planned where they are few, else from two and three of the largest. */
function reckoned({ plan, verdictOf }: OneBackwardQuestion, slices: readonly number[]): SizePlan {
  if (slices.length <= FEW_SLICES) return plan([slices]);
  const [size = 1] = slices;
  const [two, three] = [plan([[size, size]]), plan([[size, size, size]])];
  if (!two.memory || !three.memory) return three;
  const memory = withMoreSlices(two.memory, three.memory, slices.length);
  return { peakBytes: memory.peakBytes, verdict: verdictOf(memory), memory };
}
