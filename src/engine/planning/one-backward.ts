import { balancedSlices, sliceSizes } from '../../core/batch/balanced-slices.ts';
import type { MemoryPlan } from '../../core/program/memory-plan.ts';
import type { SizeVerdict } from '../../core/program/plan-report.ts';
import { withMoreSlices } from './more-slices.ts';
import type { SizePlan } from './training-planner.ts';

/** Slices up to which a program is planned as it is while sizes are compared. */
const FEW_SLICES = 3;
/** A program of so many commands takes some seconds to trace and plan: a longer one is not made. */
export const MOST_COMMANDS = 20_000;
/** Cuts tried, one slice more each time: the workspace of a slice shrinks fast at first, then uniforms of slices add up. */
const CUTS = 8;
/** Commands of a slice from which on a single cut is tried: planning several would take many seconds. */
const LONG_SLICE = 700;

export interface OneBackwardQuestion {
  /** Different batches of the run, largest first. */
  readonly batches: readonly [number, ...number[]];
  /** The largest slice that accumulation takes, or the size that a person fixed. */
  readonly capacity: number;
  readonly isFixed: boolean;
  /** Commands of a slice of so many examples with a backward pass of its own. */
  readonly commandsOf: (size: number) => number;
  /** Plans one program for each of these cuts, and the update. */
  readonly plan: (cuts: readonly (readonly number[])[]) => SizePlan;
  readonly verdictOf: (memory: MemoryPlan) => SizeVerdict;
}

/** The run with one backward pass for all slices of a batch. */
export type OneBackwardPlan =
  | { readonly type: 'fits'; readonly capacity: number; readonly planned: SizePlan }
  | { readonly type: 'does-not-fit'; readonly planned: SizePlan }
  /** It might fit, but its program would be longer than this page makes. */
  | { readonly type: 'too-long'; readonly slices: number; readonly commands: number };

/**
 * Finds the largest slices with which the whole batch fits under one backward pass: those of accumulation, or the next
 * smaller ones. All activations wait either way, but the workspace of a smaller slice is smaller. Sizes are compared by
 * bytes reckoned from three slices; the one chosen is planned whole.
 */
export function planOneBackward(question: OneBackwardQuestion): OneBackwardPlan {
  const { batches, capacity, isFixed, commandsOf, plan } = question;
  const [batch] = batches;
  const cut = (examples: number, size: number) => sliceSizes(balancedSlices(examples, size));
  const first = cut(batch, capacity);
  const cuts = isFixed || commandsOf(first[0] ?? 1) > LONG_SLICE ? 1 : CUTS;
  let refused: SizePlan | undefined;
  for (let count = first.length; count < first.length + cuts && count <= batch; count += 1) {
    const size = Math.ceil(batch / count);
    const slices = cut(batch, size);
    const estimate = reckoned(question, slices);
    refused ??= estimate;
    if (estimate.verdict.type !== 'fits') continue;
    const commands = slices.length * commandsOf(size);
    if (commands > MOST_COMMANDS) return { type: 'too-long', slices: slices.length, commands };
    const planned = plan(batches.map((examples) => cut(examples, size)));
    if (planned.verdict.type === 'fits')
      return { type: 'fits', capacity: count === first.length ? capacity : size, planned };
  }
  return { type: 'does-not-fit', planned: refused ?? reckoned(question, first) };
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
