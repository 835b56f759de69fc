import { balancedSlices } from '../../core/batch/balanced-slices.ts';
import { formatBytes } from '../../core/bytes.ts';
import type { TrainingConfig } from '../../core/config/training-config.ts';
import { type Failure, failureOf } from '../../core/failures.ts';
import { recordOfKinds } from '../../core/program/live-bytes.ts';
import type { MemoryPlan } from '../../core/program/memory-plan.ts';
import type {
  ConsideredSize,
  DeviceLimits,
  FittingPlan,
  NotFittingPlan,
  PlanReport,
  SizeVerdict,
  SliceGroup,
} from '../../core/program/plan-report.ts';
import { sliceTimeline } from '../../core/program/slice-timeline.ts';
import type { RunMemory } from './run-plan.ts';

interface Findings {
  readonly config: TrainingConfig;
  readonly parameterCount: number;
  readonly limits: DeviceLimits;
  readonly usableBytes: number;
  readonly batch: number;
  readonly lastBatch: number;
  readonly considered: readonly ConsideredSize[];
  readonly fixedBytes: number;
  readonly bytesPerExample: number;
  readonly capacity: number;
  /** Undefined when nothing fits. */
  readonly run: RunMemory | undefined;
  /** The smallest size allowed, for the report of a plan that does not fit. */
  readonly smallest: { readonly memory: MemoryPlan | undefined; readonly verdict: SizeVerdict };
  /** The same run with a backward pass for each slice; undefined where nothing fits. */
  readonly accumulated: { readonly slices: readonly SliceGroup[]; readonly memory: MemoryPlan } | undefined;
  /** Why the run cannot be, where it is not for lack of bytes or for a limit. */
  readonly failure: Failure | undefined;
  readonly planMs: number;
}

/** Puts what planning found into the form the page shows and the command line prints. */
export function planReport(findings: Findings): PlanReport {
  const { run, capacity, smallest, accumulated, failure: known, ...shared } = findings;
  const common = { ...shared, budgetBytes: Math.floor(findings.config.budgetMiB * 2 ** 20) };
  if (!run) {
    const failure = known ?? notFittingFailure(findings, common.budgetBytes);
    return { ...notFitting(smallest.memory, failure), ...common, reason: failure.message };
  }
  return { ...fitting(findings, run), ...common, reason: reasonFor(findings, run) };
}

function fitting(findings: Findings, { memory, evaluation }: RunMemory): FittingPlan {
  const slices = balancedSlices(findings.batch, findings.capacity);
  const [slice] = memory.programs;
  if (!slice) throw new Error('A run has at least one slice program.');
  return {
    verdict: 'fits',
    capacity: findings.capacity,
    microBatch: slices[0]?.size ?? findings.capacity,
    accumulationSteps: slices.reduce((sum, { count }) => sum + count, 0),
    slices,
    peakBytes: memory.peakBytes,
    bytes: memory.bytes,
    lowerBoundBytes: memory.lowerBoundBytes,
    largestBufferBytes: memory.largestBufferBytes,
    largestBindingBytes: memory.largestBindingBytes,
    dispatches: slice.commands.filter(({ type }) => type === 'dispatch').length,
    timeline: sliceTimeline(slice, memory),
    evaluationMicroBatch: evaluation.type === 'fits' ? evaluation.microBatch : 0,
  };
}

function notFitting(memory: MemoryPlan | undefined, failure: Failure): NotFittingPlan {
  return {
    verdict: 'does-not-fit',
    peakBytes: memory?.peakBytes ?? 0,
    bytes: memory?.bytes ?? recordOfKinds(() => 0),
    failure,
  };
}

function reasonFor({ config, usableBytes, capacity, batch, considered }: Findings, { memory }: RunMemory): string {
  const used = `${bytesText(memory.peakBytes)} of ${bytesText(usableBytes)}`;
  if (capacity === batch) return `The whole batch of ${count(batch)} fits in one slice: ${used}.`;
  if (config.microBatch !== 'auto') return `Slices of up to ${examples(capacity)}, as set, need ${used}.`;
  const isTried = considered.some(({ triedMs }) => triedMs !== undefined);
  if (isTried) return `${examples(capacity)} passed on the device, and the run's slices need ${used}.`;
  const next = considered.findLast(({ microBatch }) => microBatch === capacity + 1);
  const fits = `${examples(capacity)} fit at once, and the run's slices need ${used}`;
  return next ? `${fits}; ${count(capacity + 1)} ${refusal(next.verdict)}.` : `${fits}.`;
}

function notFittingFailure(findings: Findings, budgetBytes: number): Failure {
  const { config, smallest, accumulated, fixedBytes, bytesPerExample } = findings;
  const isOverBudget = smallest.verdict.type === 'over-budget';
  if (isOverBudget && config.accumulation !== 'accumulate' && (accumulated || config.accumulation === 'full-batch')) {
    return failureOf('whole-batch-does-not-fit', {
      accumulation: config.accumulation,
      batch: findings.batch,
      slices: accumulated?.slices.reduce((sum, { count: of }) => sum + of, 0) ?? 1,
      neededBytes: smallest.memory?.peakBytes ?? 0,
      accumulatedBytes: accumulated?.memory.peakBytes ?? null,
      budgetBytes,
      headroom: config.headroom,
    });
  }
  const isFixed = config.microBatch !== 'auto';
  const microBatch = config.microBatch === 'auto' ? 1 : Math.min(config.microBatch, findings.batch);
  if (smallest.verdict.type === 'over-limit') {
    return failureOf('over-limit', { microBatch, isFixed, ...smallest.verdict });
  }
  return failureOf('does-not-fit', {
    microBatch,
    isFixed,
    neededBytes: smallest.memory?.peakBytes ?? 0,
    budgetBytes,
    headroom: config.headroom,
    fixedBytes,
    bytesPerExample,
    optimizer: config.optimizer,
    optimizerBytes: smallest.memory?.bytes.optimizer ?? 0,
  });
}

function refusal(verdict: SizeVerdict): string {
  switch (verdict.type) {
    case 'fits':
      return 'would fit as a slice';
    case 'over-budget':
      return `would be ${bytesText(verdict.overBytes)} over the budget`;
    case 'over-limit':
      return `would pass the device's ${verdict.limit} (asked ${count(verdict.asked)}, allowed ${count(verdict.allowed)})`;
    case 'out-of-memory':
      return 'was refused by the device for lack of memory';
    default:
      return verdict satisfies never;
  }
}

function examples(size: number): string {
  return size === 1 ? '1 example' : `${count(size)} examples`;
}

function count(value: number): string {
  return value.toLocaleString('en-US');
}

function bytesText(bytes: number): string {
  return formatBytes(bytes).text;
}
