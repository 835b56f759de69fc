import type { Verdict } from '../swept-fault.ts';
import { cutsOf } from './cuts-of.ts';
import type { SweptRun } from './swept-run.ts';

/** Largest difference of two values, in parts of the largest value of their kind, where the cut is another one. */
const TOLERANCE = 1e-5;

/** Compares a run with a fault to the same run without one. */
export function judgeRun(run: SweptRun, calm: SweptRun): Verdict {
  const problem = problemOf(run, calm);
  if (problem !== undefined) return { type: 'lost', reason: problem };
  const batches = batchesOf(calm);
  const cuts = cutsOf(run.slices, batches);
  if (!cuts) return { type: 'lost', reason: 'an update took other examples, or in another order' };
  const difference = differenceOf(run, calm);
  if (difference === 0) return { type: 'bitwise' };
  const isCutAlike = JSON.stringify(cuts) === JSON.stringify(cutsOf(calm.slices, batches));
  if (isCutAlike) return { type: 'lost', reason: `other bits of the same slices: ${difference} of the largest value` };
  if (difference < TOLERANCE) return { type: 'close', difference };
  return { type: 'lost', reason: `values differ by ${difference} of the largest` };
}

/** Examples of each update, in order: without a fault every slice runs once. */
function batchesOf({ slices, updates }: SweptRun): number[][] {
  const examples = slices.flat();
  let from = 0;
  return updates.map(({ batch }) => {
    from += batch;
    return examples.slice(from - batch, from);
  });
}

function problemOf(run: SweptRun, calm: SweptRun): string | undefined {
  const { end, failure, warnings, allocatedBytes, uncaptured } = run;
  if (end !== 'finished') return `the run is ${end}: ${failure ?? warnings.at(-1) ?? 'it said nothing'}`;
  if (allocatedBytes !== 0) return `${allocatedBytes} bytes stay allocated`;
  if (uncaptured[0] !== undefined) return `an error that nothing caught: ${uncaptured[0]}`;
  const batches = ({ updates }: SweptRun) => updates.map(({ update, batch }) => `${batch} in update ${update}`).join();
  if (batches(run) !== batches(calm)) return `examples: ${batches(run)} in place of ${batches(calm)}`;
  return undefined;
}

/**
 * Largest difference of what was learnt, in parts of the largest value of its kind: parameters, one slot of the optimizer,
 * running statistics. Infinite where it is not the same arrays, or no numbers.
 */
function differenceOf({ learnt }: SweptRun, { learnt: expected }: SweptRun): number {
  if ([...learnt.keys()].join() !== [...expected.keys()].join()) return Number.POSITIVE_INFINITY;
  const kinds = new Map<string, { difference: number; largest: number }>();
  for (const [name, values] of expected) {
    const kind = kindOf(name);
    const seen = kinds.get(kind) ?? { difference: 0, largest: 0 };
    const actual = learnt.get(name) ?? new Float32Array();
    for (const [i, value] of values.entries()) {
      const difference = Math.abs((actual[i] ?? Number.NaN) - value);
      if (Number.isNaN(difference)) return Number.POSITIVE_INFINITY;
      seen.difference = Math.max(seen.difference, difference);
      seen.largest = Math.max(seen.largest, Math.abs(value));
    }
    kinds.set(kind, seen);
  }
  const relative = [...kinds.values()].map(({ difference, largest }) => (difference > 0 ? difference / largest : 0));
  return Math.max(0, ...relative);
}

/** `parameter` of parameter/dense/kernel, `slot/momentum` of slot/momentum/dense/kernel. */
function kindOf(name: string): string {
  return name
    .split('/')
    .slice(0, name.startsWith('slot/') ? 2 : 1)
    .join('/');
}
