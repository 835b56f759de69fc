import type { CapacitySearch } from '../../core/batch/micro-batch-search.ts';
import type { ProbedSize } from '../../core/batch/search-strategies/strategy.ts';
import type { TrainingConfig } from '../../core/config/training-config.ts';
import { type Failure, FailureError, failureOf } from '../../core/failures.ts';
import type { ConsideredSize, PlanReport } from '../../core/program/plan-report.ts';
import type { RunDevice } from '../device/run-device.ts';
import { refusalOf } from '../execute/compile-refusal.ts';
import { type CompileResult, Executable } from '../execute/executable.ts';
import type { KeptBuffers } from '../execute/kept-buffers.ts';
import { searchOnDevice } from '../search/device-search.ts';
import type { RunPlan } from './run-plan.ts';
import type { DatasetSizes, PlanningFacts, TrainingPlanner } from './training-planner.ts';

/**
 * How far a refused size shrinks: a little at first, since a plan that fits is refused by little more often than by much,
 * then by halves.
 */
const SHRINK = [0.9, 0.8, 0.65] as const;
const SHRINK_FURTHER = 0.5;
/** Times that one plan is tried where no smaller one would help: a device may refuse once what it takes the next time. */
const TRIES_OF_A_PLAN = 10;

/** What it takes to make plans of a run real. */
export interface CompileParts {
  readonly planner: TrainingPlanner;
  readonly runDevice: RunDevice;
  readonly onCompiling: () => void;
  readonly onProgress: (done: number, total: number, startMs: number) => void;
  /** The device refused a plan that fitted; a smaller one is tried, or the same again. */
  readonly onRefused: (text: string) => void;
  readonly now: () => number;
}

export interface CompileRequest extends CompileParts {
  readonly config: TrainingConfig;
  readonly sizes?: DatasetSizes;
  /** Sizes from this one on are not to be taken, where a smaller one will do. */
  readonly refusedFrom?: number | undefined;
  /** A size was tried on the device. */
  readonly onTried: (tried: ProbedSize) => void;
  /** Throws where the run was stopped while sizes are tried. */
  readonly check: () => void;
}

export interface CompiledRun {
  readonly plan: RunPlan;
  readonly executable: Executable;
  /** The device was found to refuse sizes from this one on, whatever their plan says. */
  readonly refusedFrom?: number;
}

/**
 * Plans a run and makes it real. With another search than `planned` the largest slice is found on the device first.
 * Where the device runs out of memory although the plan fits, goes down in size and says so; a size that a person fixed
 * is never changed. Where no smaller size would help, the same is tried again, ten times in all. Throws FailureError or
 * DeviceFailure, and what `check` throws.
 */
export async function compileRun(request: CompileRequest): Promise<CompiledRun> {
  const { config, planner } = request;
  const { sizes } = request;
  let facts: PlanningFacts = sizes ? { sizes } : {};
  const searched = await searchOnDevice({ ...request, sizes: planner.sizePlanner(config, facts) });
  if (searched) facts = { ...facts, searched };
  facts = smallerFacts(request, facts) ?? facts;
  const { report, run } = planner.plan(config, facts);
  if (!run) throw new FailureError(failureOfReport(report));
  let plan = run;
  let tries = 0;
  for (let attempt = 0; ; attempt += 1) {
    const result = await compilePlan(request, plan);
    if (result.type === 'compiled') {
      const refusedFrom = facts.refusedFrom ?? (searched && searched.capacity + 1);
      return { plan, executable: result.executable, ...(refusedFrom !== undefined && { refusedFrom }) };
    }
    const { microBatch } = plan.report;
    if (result.type === 'out-of-memory' && mayShrink(config) && microBatch > 1) {
      const next = shrunk(microBatch, attempt);
      const fewer = factsUpTo(facts, next);
      const smaller = planner.plan(config, fewer).run;
      if (smaller) {
        request.onRefused(`${outOfMemory(plan, result.detail).message} Trying smaller slices.`);
        [facts, plan, tries] = [fewer, smaller, 0];
        continue;
      }
    }
    tries += 1;
    const refusal = refusalOfPlan(plan, result);
    if (tries === TRIES_OF_A_PLAN || result.type === 'device-lost') return failWith(request, refusal);
    const isSaid = refusal instanceof FailureError;
    request.onRefused(
      `${isSaid ? refusal.message : `The device reported an error (${refusal.message}).`} Trying again.`,
    );
    request.check();
  }
}

/** What is known when sizes are refused beforehand; undefined where none are, or nothing else fits. */
function smallerFacts(
  { config, planner, refusedFrom }: CompileRequest,
  facts: PlanningFacts,
): PlanningFacts | undefined {
  if (refusedFrom === undefined || refusedFrom < 2 || !mayShrink(config)) return undefined;
  const fewer = factsUpTo(facts, refusedFrom - 1);
  return planner.plan(config, fewer).run && fewer;
}

/** The same, of sizes up to `capacity`. */
function factsUpTo(facts: PlanningFacts, capacity: number): PlanningFacts {
  const { searched } = facts;
  return { ...facts, refusedFrom: capacity + 1, ...(searched && { searched: below(searched, capacity) }) };
}

/** Compiles one plan, on top of `kept` where the run has another already. Rejects with DeviceFailure. */
export async function compilePlan(
  { planner, runDevice, onCompiling, onProgress, now }: CompileParts,
  plan: RunPlan,
  kept?: KeptBuffers,
): Promise<CompileResult> {
  planner.requirePure(plan);
  onCompiling();
  const startMs = now();
  const { memory, pipelines, watch } = runDevice;
  const progressed = (done: number, total: number) => onProgress(done, total, startMs);
  const compiling = Executable.compile(memory, pipelines, plan.memory, progressed, kept);
  return watch.wait(compiling).catch((error: unknown) => {
    destroyLate(compiling);
    throw error;
  });
}

/** Rejects with what the device said. */
export function refuse(parts: CompileParts, result: Parameters<typeof refusalOf>[0]): Promise<never> {
  return failWith(parts, refusalOf(result));
}

/** Rejects with an error. A dying device refuses kernels before it is reported as lost: the watch knows. */
function failWith({ runDevice }: CompileParts, error: Error): Promise<never> {
  return runDevice.watch.wait(Promise.reject(error));
}

function refusalOfPlan(plan: RunPlan, result: Exclude<CompileResult, { readonly type: 'compiled' }>): Error {
  return result.type === 'out-of-memory' ? new FailureError(outOfMemory(plan, result.detail)) : refusalOf(result);
}

/** False for a size that a person fixed, and for ways that do not cut the batch as they please. */
export function mayShrink(config: TrainingConfig): boolean {
  return config.microBatch === 'auto' && config.accumulation === 'accumulate';
}

/** The size to try after `microBatch`, the `attempt`-th in a row (from 0) that a device refused. */
export function shrunk(microBatch: number, attempt: number): number {
  return Math.max(1, Math.floor(microBatch * (SHRINK[attempt] ?? SHRINK_FURTHER)));
}

export function outOfMemory({ report }: RunPlan, detail: string): Failure {
  const { microBatch, peakBytes, budgetBytes } = report;
  return failureOf('out-of-memory', { microBatch, plannedBytes: peakBytes, budgetBytes }, detail);
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
