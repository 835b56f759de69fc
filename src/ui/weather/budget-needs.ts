/** What a plan says about other budgets than its own, without planning again. Pure. */
import { BYTES_PER_MIB } from '../../core/bytes.ts';
import type { PlanReport } from '../../core/program/plan-report.ts';

/**
 * The smallest budget with which the run trains: one example at once, or the size that was fixed, or the whole batch where
 * it is not to be cut. Undefined where bytes are not what keeps it from training.
 */
export function smallestTrainingMiB(report: PlanReport): number | undefined {
  if (report.verdict === 'does-not-fit' && report.peakBytes <= report.usableBytes) return undefined;
  return smallestBytes(report) / (1 - report.config.headroom) / BYTES_PER_MIB;
}

/** The line through the planned bytes of one example and of many is exact at one. */
function smallestBytes(report: PlanReport): number {
  return report.verdict === 'fits' && isCutFreely(report)
    ? report.fixedBytes + report.bytesPerExample
    : report.peakBytes;
}

/** True where the cut follows the budget; else there is one size that fits or does not. */
export function isCutFreely({ config }: PlanReport): boolean {
  return config.microBatch === 'auto' && config.accumulation === 'accumulate';
}

/** Examples that a budget holds at once, 0 for none: exact for none, near for others, since bytes are nearly a line. */
export function examplesAtOnce(report: PlanReport, budgetMiB: number): number {
  const usableBytes = budgetMiB * BYTES_PER_MIB * (1 - report.config.headroom);
  if (usableBytes < smallestBytes(report)) return 0;
  const planned = report.verdict === 'fits' ? report.capacity : 0;
  if (!isCutFreely(report)) return planned;
  const spareBytes = usableBytes - report.fixedBytes;
  const byBytes = report.bytesPerExample > 0 ? Math.floor(spareBytes / report.bytesPerExample) : report.batch;
  // No more than the plan's where there is no more memory than it has: a limit of the device may have decided it.
  const most = planned > 0 && usableBytes <= report.usableBytes ? planned : report.batch;
  return Math.max(1, Math.min(byBytes, most));
}
