import type { CapacitySearch } from '../../core/batch/micro-batch-search.ts';
import type { ProbedSize } from '../../core/batch/search-strategies/strategy.ts';
import type { TrainingConfig } from '../../core/config/training-config.ts';
import { type Failure, FailureError, failureOf } from '../../core/failures.ts';
import type { ConsideredSize, PlanReport } from '../../core/program/plan-report.ts';
import type { RunDevice } from '../device/run-device.ts';
import { refusalOf } from '../execute/compile-refusal.ts';
import { type CompileResult, Executable } from '../execute/executable.ts';
import { searchOnDevice } from '../search/device-search.ts';
import type { RunPlan } from './run-plan.ts';
import type { DatasetSizes, PlanningFacts, TrainingPlanner } from './training-planner.ts';

/**
 * How far a refused size shrinks: a little at first, since a plan that fits is refused by little more often than by much,
 * then by halves.
 */
const SHRINK = [0.9, 0.8, 0.65] as const;
const SHRINK_FURTHER = 0.5;
/** Sizes tried on the device before giving up: enough to come from 16,384 down to 1. */
const ATTEMPTS = 20;

export interface CompileRequest {
  readonly config: TrainingConfig;
  readonly sizes?: DatasetSizes;
  readonly planner: TrainingPlanner;
  readonly runDevice: RunDevice;
  readonly onCompiling: () => void;
  readonly onProgress: (done: number, total: number, startMs: number) => void;
  /** The device had no room for a plan that fitted; the next size is tried. */
  readonly onRefused: (text: string) => void;
  /** A size was tried on the device. */
  readonly onTried: (tried: ProbedSize) => void;
  /** Throws where the run was stopped while sizes are tried. */
  readonly check: () => void;
  readonly now: () => number;
}

/**
 * Plans a run and makes it real. With another search than `planned` the largest slice is found on the device first.
 * Where the device runs out of memory although the plan fits, goes down in size and says so; a size that a person fixed
 * is never changed. Throws FailureError or DeviceFailure, and what `check` throws.
 */
export async function compileRun(request: CompileRequest): Promise<{ plan: RunPlan; executable: Executable }> {
  const { config, planner, runDevice, now } = request;
  const { sizes } = request;
  let facts: PlanningFacts = sizes ? { sizes } : {};
  const searched = await searchOnDevice({ ...request, sizes: planner.sizePlanner(config, facts) });
  if (searched) facts = { ...facts, searched };
  let refusal: Failure | undefined;
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const { report, run: plan } = planner.plan(config, facts);
    if (!plan) throw new FailureError(refusal ?? failureOfReport(report));
    planner.requirePure(plan);
    request.onCompiling();
    const startMs = now();
    const compiling = Executable.compile(runDevice.memory, runDevice.pipelines, plan.memory, (done, total) =>
      request.onProgress(done, total, startMs),
    );
    const result = await runDevice.watch.wait(compiling).catch((error: unknown) => {
      destroyLate(compiling);
      throw error;
    });
    if (result.type === 'compiled') return { plan, executable: result.executable };
    // A dying device refuses kernels before it is reported as lost: the watch knows which of the two it is.
    if (result.type !== 'out-of-memory') return runDevice.watch.wait(Promise.reject(refusalOf(result)));
    const { microBatch, peakBytes, budgetBytes } = plan.report;
    refusal = failureOf('out-of-memory', { microBatch, plannedBytes: peakBytes, budgetBytes }, result.detail);
    if (config.microBatch !== 'auto' || config.accumulation !== 'accumulate' || microBatch === 1) break;
    const next = Math.max(1, Math.floor(microBatch * (SHRINK[attempt] ?? SHRINK_FURTHER)));
    facts = { ...facts, refusedFrom: next + 1, ...(searched && { searched: below(searched, next) }) };
    request.onRefused(`${refusal.message} Trying smaller slices.`);
  }
  throw new FailureError(refusal ?? failureOf('internal', {}));
}

/** For a compile that nobody waits for any longer, because its device was lost: what it still makes is given back. */
function destroyLate(compiling: Promise<CompileResult>): void {
  compiling.then(
    (result) => result.type === 'compiled' && result.executable.destroy(),
    () => {},
  );
}

/** A search that found too much: the sizes above `capacity` passed then, and were refused since. */
function below(searched: CapacitySearch, capacity: number): CapacitySearch {
  const considered = searched.considered.map((size): ConsideredSize => {
    const isRefused = size.microBatch > capacity && size.verdict.type === 'fits';
    return isRefused ? { ...size, verdict: { type: 'out-of-memory' } } : size;
  });
  return { capacity, considered };
}

function failureOfReport(report: PlanReport): Failure {
  return report.verdict === 'does-not-fit' ? report.failure : failureOf('internal', {}, report.reason);
}
