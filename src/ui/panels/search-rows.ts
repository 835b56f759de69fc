/** What the search panel draws for each size that was considered. Pure. */
import type { ConsideredSize, PlanReport } from '../../core/program/plan-report.ts';

export interface SearchRow {
  readonly considered: ConsideredSize;
  /** True for the size the plan was made with. */
  readonly isChosen: boolean;
  /** Lengths of the bar's parts, as shares of the track; all 0 where nothing was planned. */
  readonly fixedShare: number;
  readonly examplesShare: number;
  /** True where the bar is longer than its track. */
  readonly isCut: boolean;
}

export interface SearchRows {
  readonly rows: readonly SearchRow[];
  /** Where the usable budget ends, as a share of the track. */
  readonly usableShare: number;
}

/** A size that needs more than this many times what is usable runs out of its track. */
const LONGEST_BAR = 2;

/** Rows in the order in which sizes were considered, all bars on one scale. */
export function searchRows(report: PlanReport): SearchRows {
  const { considered, usableBytes, fixedBytes } = report;
  const largest = considered.reduce((most, { peakBytes }) => Math.max(most, peakBytes), usableBytes);
  const scale = Math.max(1, Math.min(largest * 1.02, LONGEST_BAR * usableBytes));
  const chosen = chosenIndex(report);
  const rows = considered.map((size, index) => {
    const share = Math.min(1, size.peakBytes / scale);
    const fixedShare = Math.min(share, fixedBytes / scale);
    return {
      considered: size,
      isChosen: index === chosen,
      fixedShare: size.peakBytes > 0 ? fixedShare : 0,
      examplesShare: size.peakBytes > 0 ? share - fixedShare : 0,
      isCut: size.peakBytes > scale,
    };
  });
  return { rows, usableShare: Math.min(1, usableBytes / scale) };
}

/** The last consideration of the capacity that fitted; −1 where nothing did. */
function chosenIndex(report: PlanReport): number {
  if (report.verdict !== 'fits') return -1;
  return report.considered.findLastIndex(
    ({ microBatch, verdict }) => microBatch === report.capacity && verdict.type === 'fits',
  );
}
