import { FAULT_KINDS, FAULT_WAYS, type Fault, type FaultKind } from './faults.ts';

/** Requests of a run in which nothing fails. */
export type RequestCounts = Readonly<Record<FaultKind, number>>;

/**
 * The faults of a sweep: every `every`-th request of each kind by each way, first and last always. Destroying the real
 * device has all kernels compiled again: the first, the middle and the last alone.
 */
export function chosenFaults(counts: RequestCounts, every: number): Fault[] {
  return FAULT_KINDS.flatMap((kind) =>
    FAULT_WAYS.flatMap((way) => {
      const count = counts[kind];
      const step = way === 'destruction' ? Math.max(1, Math.ceil((count - 1) / 2)) : every;
      return chosen(count, step).map((nth): Fault => ({ kind, way, nth }));
    }),
  );
}

/** 1, 1 + step, … and `count`. */
function chosen(count: number, step: number): number[] {
  const all = Array.from({ length: Math.ceil(count / step) }, (_, i) => 1 + i * step);
  return count === 0 || all.at(-1) === count ? all : [...all, count];
}
