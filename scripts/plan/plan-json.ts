import type { PlanReport } from '../../src/core/program/plan-report.ts';

/**
 * A plan as one flat object for programs to read. Every field is always there: where nothing fits, sizes and counts of the
 * cut are 0 and figures of a program that does not exist are null; `peakBytes` and `bytes` are then those of the smallest slice allowed.
 * `batch` is at most the data set, `microBatch` at most the batch; `requestedBatch` and `requestedMicroBatch` are what was asked.
 */
export function planJson(report: PlanReport): Readonly<Record<string, unknown>> {
  const fits = report.verdict === 'fits' ? report : undefined;
  return {
    workload: report.config.workload,
    batch: report.batch,
    requestedBatch: report.config.batchSize,
    verdict: report.verdict,
    reason: report.reason,
    capacity: fits?.capacity ?? 0,
    microBatch: fits?.microBatch ?? 0,
    requestedMicroBatch: report.config.microBatch,
    accumulationSteps: fits?.accumulationSteps ?? 0,
    slices: fits?.slices ?? [],
    budgetBytes: report.budgetBytes,
    peakBytes: report.peakBytes,
    bytes: report.bytes,
    fixedBytes: report.fixedBytes,
    bytesPerExample: report.bytesPerExample,
    largestBufferBytes: fits?.largestBufferBytes ?? null,
    largestBindingBytes: fits?.largestBindingBytes ?? null,
    dispatches: fits?.dispatches ?? null,
    planMs: report.planMs,
    failure: report.verdict === 'fits' ? null : report.failure,
    usableBytes: report.usableBytes,
    lowerBoundBytes: fits?.lowerBoundBytes ?? null,
    lastBatch: report.lastBatch,
    evaluationMicroBatch: fits?.evaluationMicroBatch ?? 0,
    parameterCount: report.parameterCount,
    considered: report.considered,
    limits: report.limits,
    config: report.config,
  };
}
