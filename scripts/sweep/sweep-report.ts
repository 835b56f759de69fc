import type { WorkloadId } from '../../src/core/config/training-config.ts';
import type { RequestCounts } from './chosen-faults.ts';
import { FAULT_KINDS, FAULT_WAYS, type FaultKind, type FaultWay, faultText, type SweepMode } from './faults.ts';
import type { SweptFault } from './swept-fault.ts';

/** A workload, swept in one mode. */
export interface SweptWorkload {
  readonly workload: WorkloadId;
  readonly mode: SweepMode;
  /** Requests of a run in which nothing fails. */
  readonly counts: RequestCounts;
  readonly results: readonly SweptFault[];
}

/** Faults of one kind, or of all. */
export interface Tally {
  readonly injected: number;
  readonly survived: number;
  readonly bitwise: number;
  readonly close: number;
  /** Largest difference of those that are close. */
  readonly difference: number;
}

/** Rows of the table: one for each workload, mode and kind of request. */
export interface SweepRow extends Tally {
  readonly workload: WorkloadId;
  readonly mode: SweepMode;
  readonly kind: FaultKind;
  readonly requests: number;
  readonly ways: Readonly<Record<FaultWay, Tally>>;
}

export interface SweepReport {
  readonly adapter: string;
  readonly every: number;
  readonly totalMs: number;
  readonly rows: readonly SweepRow[];
  readonly total: Tally;
  /** Faults that a run came to an end before, in all tries. They are not counted as injected. */
  readonly notReached: number;
  readonly lost: readonly string[];
}

export function sweepReport(
  swept: readonly SweptWorkload[],
  facts: Pick<SweepReport, 'adapter' | 'every' | 'totalMs'>,
): SweepReport {
  const all = swept.flatMap(({ results }) => results);
  return {
    ...facts,
    rows: swept.flatMap(rowsOf),
    total: tally(all),
    notReached: all.filter(({ isInjected }) => !isInjected).length,
    lost: swept.flatMap(({ workload, mode, results }) =>
      results.flatMap(({ fault, verdict }) =>
        verdict.type === 'lost' ? [`${workload}, ${mode}, ${faultText(fault)}: ${verdict.reason}`] : [],
      ),
    ),
  };
}

/** Not counting faults that no run came to. */
export function tally(results: readonly SweptFault[]): Tally {
  const injected = results.filter(({ isInjected, verdict }) => isInjected || verdict.type === 'lost');
  const bitwise = injected.filter(({ verdict }) => verdict.type === 'bitwise').length;
  const differences = injected.flatMap(({ verdict }) => (verdict.type === 'close' ? [verdict.difference] : []));
  return {
    injected: injected.length,
    survived: bitwise + differences.length,
    bitwise,
    close: differences.length,
    difference: Math.max(0, ...differences),
  };
}

function rowsOf({ workload, mode, counts, results }: SweptWorkload): SweepRow[] {
  return FAULT_KINDS.map((kind) => {
    const ofKind = results.filter(({ fault }) => fault.kind === kind);
    const ofWay = (way: FaultWay) => tally(ofKind.filter(({ fault }) => fault.way === way));
    const ways = Object.fromEntries(FAULT_WAYS.map((way) => [way, ofWay(way)])) as Record<FaultWay, Tally>;
    return { workload, mode, kind, requests: counts[kind], ways, ...tally(ofKind) };
  });
}
