import type { Spread } from './spread.ts';

export type RowUnit = 'ms' | 'bytes' | 'dispatches' | 'tasks' | 'examples' | 'slices';

/** What a row must not exceed or fall short of: its ratio, or the engine's own value. */
export type Target =
  | { readonly of: 'ratio' | 'value'; readonly atMost: number }
  | { readonly of: 'value'; readonly atLeast: number };

/** One line of the measured table. Values are medians. */
export interface BenchRow {
  /** Stays the same from run to run: "fashion-mlp/1000/javascript". */
  readonly id: string;
  /** What rows of one heading have in common. */
  readonly group: string;
  readonly name: string;
  readonly unit: RowUnit;
  /** Null where eager tfjs has nothing to compare with. */
  readonly eager: number | null;
  readonly engine: number;
  /** Engine over eager, or over the bound that `note` names; the median of the rounds' ratios, and their ends. */
  readonly ratio: Spread | null;
  readonly target: Target | null;
  /** Null where there is no target. */
  readonly reached: boolean | null;
  readonly note: string | null;
}

/** Everything one run of `npm run bench` measured, as its JSON. */
export interface BenchReport {
  readonly adapter: string;
  /** The adapter computes on the CPU. */
  readonly isSoftware: boolean;
  /** At most: scenarios with long steps have fewer. */
  readonly rounds: number;
  readonly totalMs: number;
  /** Mean number of processes that wanted to run in the minute before the start and before the end. */
  readonly loadAtStart: number;
  readonly loadAtEnd: number;
  readonly processors: number;
  readonly rows: readonly BenchRow[];
}

/** A row with its target judged. */
export function benchRow(row: Omit<BenchRow, 'reached'>): BenchRow {
  return { ...row, reached: row.target && isReached(row, row.target) };
}

function isReached({ ratio, engine }: Omit<BenchRow, 'reached'>, target: Target): boolean {
  if ('atLeast' in target) return engine >= target.atLeast;
  const value = target.of === 'ratio' ? ratio?.median : engine;
  return value !== undefined && value <= target.atMost;
}
