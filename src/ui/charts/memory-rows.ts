/** Rows of the memory chart: planned bytes by kind over updates, beside what is really allocated. */
import { BYTE_KINDS, type ByteKind, type BytesByKind } from '../../core/program/byte-kind.ts';
import { chosenRows } from './chosen-rows.ts';

export interface MemoryRow extends BytesByKind {
  readonly x: number;
  readonly budget: number;
  /** Measured; null where nothing has been measured yet. */
  readonly allocated: number | null;
}

/** A plan and the first update it holds for. */
export interface PlanSpan {
  readonly fromUpdate: number;
  readonly bytes: BytesByKind;
  readonly budgetBytes: number;
}

const MAXIMUM_ROWS = 130;

/**
 * About 130 rows over [0, `end`], and one more for each plan. A plan holds until the next one begins, the last until the end of the axis, so the
 * stack stands as soon as there is a plan; the measured line grows into it.
 *
 * @param plans in the order they held, the first one from update 0
 */
export function memoryRows(
  plans: readonly PlanSpan[],
  measured: { readonly updates: Float64Array; readonly allocatedBytes: Float64Array },
  end: number,
): MemoryRow[] {
  const allocatedAt = new Map(
    chosenRows([measured.allocatedBytes], MAXIMUM_ROWS).map((row) => [
      measured.updates[row] ?? Number.NaN,
      measured.allocatedBytes[row] ?? Number.NaN,
    ]),
  );
  const positions = new Set([0, ...plans.map((plan) => plan.fromUpdate), ...allocatedAt.keys(), end]);
  let current = 0;
  const rows: MemoryRow[] = [];
  for (const x of [...positions].sort((one, other) => one - other)) {
    while ((plans[current + 1]?.fromUpdate ?? Number.POSITIVE_INFINITY) <= x) current += 1;
    const plan = plans[current];
    if (plan === undefined) continue;
    rows.push({ x, ...plan.bytes, budget: plan.budgetBytes, allocated: allocatedAt.get(x) ?? null });
  }
  return rows;
}

/** The plan that held at an update; undefined before the first. */
export function planAt(plans: readonly PlanSpan[], update: number): PlanSpan | undefined {
  return plans.findLast((plan) => plan.fromUpdate <= update);
}

/** Top of the axis: the highest of stack, budget and measurement, unless the budget is so high that it hides them. */
export function memoryAxisTop(rows: readonly MemoryRow[]): number {
  let planned = 0;
  let budget = 0;
  for (const row of rows) {
    const sum = sumOfKinds(row);
    planned = Math.max(planned, sum, row.allocated ?? 0);
    budget = Math.max(budget, row.budget);
  }
  return budget > HIDING_FACTOR * planned ? planned : Math.max(planned, budget);
}

/** A budget above this many times the planned bytes stays off the chart. */
const HIDING_FACTOR = 3;

export function sumOfKinds(bytes: Readonly<Record<ByteKind, number>>): number {
  return BYTE_KINDS.reduce((sum, kind) => sum + bytes[kind], 0);
}
