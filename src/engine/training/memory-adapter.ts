import { type BudgetPolicyState, budgetPolicyAt, decideBudget } from '../../core/batch/budget-policy.ts';
import type { TrainingConfig } from '../../core/config/training-config.ts';
import { type Failure, FailureError, failureOf } from '../../core/failures.ts';
import { FAILURES_IN_A_ROW } from '../../core/failures-in-a-row.ts';
import type { FittingPlan, PlanReport } from '../../core/program/plan-report.ts';
import type { Adaptation, PlanFigures } from '../../protocol/events.ts';
import type { CompileResult, Executable } from '../execute/executable.ts';
import type { KeptBuffers } from '../execute/kept-buffers.ts';
import {
  type CompiledRun,
  type CompileParts,
  compilePlan,
  mayShrink,
  outOfMemory,
  refuse,
  shrunk,
} from '../planning/compile-run.ts';
import type { RunPlan } from '../planning/run-plan.ts';
import type { DatasetSizes, PlanningResult } from '../planning/training-planner.ts';
import { RefusedSizes } from './refused-sizes.ts';
import type { KitSource, ReplayFault, ReplayKit, Settle, SlicePosition } from './replay-kit.ts';

/** Updates for which a larger budget holds before a plan grows into it. */
export const SETTLE_UPDATES = 3;

export interface AdapterObserver {
  readonly adapted: (adaptation: Adaptation, report: PlanReport) => void;
  /** The run waits for memory; with undefined, no longer. */
  readonly shortage: (failure: Failure | undefined) => void;
  readonly warn: (text: string) => void;
  /** A plan is being exchanged; what is returned is called when it has been. */
  readonly exchanging: () => () => void;
}

export interface AdapterParts {
  readonly config: TrainingConfig;
  readonly sizes: DatasetSizes;
  readonly compile: CompileParts;
  /** What the run began with. */
  readonly first: CompiledRun;
  /** The update that it begins with, from 0. */
  readonly update: number;
  /** The budget in force at a slice. */
  readonly budgetMiB: (at: SlicePosition) => number;
  /** Puts what replays a plan around it. */
  readonly kitOf: (plan: RunPlan, executable: Executable) => ReplayKit;
  readonly observer: AdapterObserver;
}

type Change = Pick<Adaptation, 'cause' | 'change'>;

/**
 * Keeps a run within the memory in force while it trains. A plan that no longer fits is left before the next slice, a
 * larger one is taken up between updates once the budget has held for a while. The buffers that hold what the run has
 * learnt change hands; everything else of the old plan is destroyed before anything of the new one is created, so that
 * allocated bytes never pass the larger of the two, nor, when something is created, the budget in force.
 */
export class MemoryAdapter implements KitSource {
  readonly #parts: AdapterParts;
  readonly #refused: RefusedSizes;
  #kit: ReplayKit | undefined;
  /** What the run has learnt, while it has no plan. */
  #kept: KeptBuffers | undefined;
  #policy: BudgetPolicyState;
  /** Of the plan in use, or of the last one. */
  #report: PlanReport & FittingPlan;
  #failuresInARow = 0;
  /** Why the run waits. */
  #shortage: Failure | undefined;

  constructor(parts: AdapterParts) {
    const { plan, executable, refusedFrom } = parts.first;
    const { report } = plan;
    this.#parts = parts;
    this.#kit = parts.kitOf(plan, executable);
    this.#refused = new RefusedSizes(refusedFrom, report.usableBytes);
    // The plan is the best for its budget: there is no need to ask again.
    this.#policy = { ...budgetPolicyAt(parts.update), uselessBytes: report.usableBytes };
    this.#report = report;
  }

  /** The plan in use; undefined while the budget holds nothing. */
  get inUse(): ReplayKit | undefined {
    return this.#kit;
  }

  get current(): ReplayKit {
    if (!this.#kit) throw new Error('No plan is in use.');
    return this.#kit;
  }

  async idle(): Promise<void> {
    await this.#kit?.pacer.idle();
  }

  updateMade(): void {
    this.#failuresInARow = 0;
  }

  /** Gives every byte back. */
  destroy(): void {
    this.#kit?.executable.destroy();
    this.#kept?.destroy();
  }

  meetBudget(at: SlicePosition, settle: Settle): boolean | Promise<boolean> {
    if (this.#refused.forget(at.update)) this.#policy = { ...this.#policy, uselessBytes: 0 };
    const budgetMiB = this.#parts.budgetMiB(at);
    const { batch, peakBytes, microBatch, config } = this.#report;
    let planned: PlanningResult | undefined;
    const capacityFor = (bytes: number) => {
      planned = this.#plan(bytes, at);
      return planned.run?.report.microBatch ?? 0;
    };
    const { decision, state } = decideBudget(
      this.#policy,
      {
        update: at.update,
        isUpdateStart: at.isUpdateStart,
        budgetBytes: this.#usableBytes(budgetMiB),
        plan: this.#kit && { peakBytes, capacity: microBatch },
        batch,
        capacityFor,
      },
      { settleUpdates: SETTLE_UPDATES },
    );
    this.#policy = state;
    if (decision.type === 'hold') {
      if (budgetMiB !== config.budgetMiB) this.#noteBudget(budgetMiB, at);
      return true;
    }
    if (planned?.run)
      return this.#follow({ cause: 'budget', change: changeOf(decision.type) }, planned.run, at, settle);
    return this.#wait(planned?.report, settle);
  }

  async recover(fault: ReplayFault, repeats: 'slices' | 'step', at: SlicePosition, settle: Settle): Promise<void> {
    const { compile, config, observer } = this.#parts;
    // A dying device refuses commands before it is reported as lost.
    if (fault.type === 'device-lost') await refuse(compile, fault);
    compile.runDevice.watch.check();
    this.#failuresInARow += 1;
    const { plan } = this.current;
    const isMemory = fault.type === 'out-of-memory';
    if (this.#failuresInARow >= FAILURES_IN_A_ROW) {
      const failure = isMemory
        ? outOfMemory(plan, fault.detail)
        : failureOf('device-error', { activity: 'training' }, fault.detail);
      throw new FailureError(failure);
    }
    observer.warn(`${faultText(fault)} in update ${at.update + 1}; what it refused is run again.`);
    const { microBatch } = plan.report;
    // The optimizer's step is the same whatever the slices.
    if (repeats === 'step' || !mayShrink(config) || microBatch === 1) return;
    this.#refused.add(shrunk(microBatch, this.#failuresInARow - 1) + 1, at.update);
    const start: SlicePosition = { ...at, slice: 0, rest: 0 };
    const smaller = this.#plan(this.#usableBytes(this.#parts.budgetMiB(at)), start).run;
    if (!smaller) return;
    await settle();
    this.#policy = budgetPolicyAt(at.update);
    await this.#exchange({ cause: isMemory ? 'out-of-memory' : 'device-error', change: 'shrink' }, smaller, start);
  }

  async #follow(change: Change, plan: RunPlan, at: SlicePosition, settle: Settle): Promise<boolean> {
    await settle();
    return (await this.#exchange(change, plan, at)) || this.meetBudget(at, settle);
  }

  /**
   * Puts a plan in the place of the one in use, or of none. False where the budget has fallen below it meanwhile: then
   * there is none. What the device refuses is tried again, smaller where that may help, until it has failed ten times in a
   * row.
   */
  async #exchange(change: Change, planned: RunPlan, at: SlicePosition): Promise<boolean> {
    const { compile, config, observer, kitOf } = this.#parts;
    const ended = observer.exchanging();
    const kept = this.#kit?.executable.release() ?? this.#kept;
    this.#kit = undefined;
    this.#kept = kept;
    let plan = planned;
    for (;;) {
      const budgetMiB = this.#parts.budgetMiB(at);
      if (plan.report.peakBytes > this.#usableBytes(budgetMiB)) {
        ended();
        return false;
      }
      const result = await compilePlan(compile, plan, kept);
      if (result.type === 'compiled') {
        this.#kept = undefined;
        const report = this.#inForce(plan.report, budgetMiB);
        this.#kit = kitOf({ ...plan, report }, result.executable);
        ended();
        this.#adapted(change, report, at);
        return true;
      }
      this.#failuresInARow += 1;
      const isLast = this.#failuresInARow >= FAILURES_IN_A_ROW;
      if (isLast || result.type === 'device-lost') await this.#giveUp(plan, result);
      observer.warn(`${faultText(result)} for a micro-batch of ${plan.report.microBatch}. Trying again.`);
      if (result.type !== 'out-of-memory' || !mayShrink(config)) continue;
      this.#refused.add(shrunk(plan.report.microBatch, this.#failuresInARow - 1) + 1, at.update);
      plan = this.#plan(this.#usableBytes(budgetMiB), at).run ?? plan;
    }
  }

  async #giveUp(plan: RunPlan, result: Exclude<CompileResult, { readonly type: 'compiled' }>): Promise<never> {
    if (result.type === 'out-of-memory') throw new FailureError(outOfMemory(plan, result.detail));
    return refuse(this.#parts.compile, result);
  }

  /** Nothing fits: what the run has learnt stays on the device, all else is given back until the budget has grown. */
  async #wait(report: PlanReport | undefined, settle: Settle): Promise<boolean> {
    if (this.#kit) {
      await settle();
      const { executable } = this.#kit;
      const inputs = new Set(executable.plan.persistent.flatMap(({ name, kind }) => (kind === 'inputs' ? [name] : [])));
      this.#kept = executable.release();
      this.#kept.keep((name) => !inputs.has(name));
      this.#kit = undefined;
    }
    const failure = report?.verdict === 'does-not-fit' ? report.failure : failureOf('internal', {});
    if (failure.message !== this.#shortage?.message) this.#parts.observer.shortage(failure);
    this.#shortage = failure;
    return false;
  }

  /** The budget has changed and the plan in use fits it. */
  #noteBudget(budgetMiB: number, at: SlicePosition): void {
    const { plan } = this.current;
    const report = this.#inForce(plan.report, budgetMiB);
    this.#kit = { ...this.current, plan: { ...plan, report } };
    this.#adapted({ cause: 'budget', change: 'none' }, report, at);
  }

  #adapted(change: Change, report: PlanReport & FittingPlan, at: SlicePosition): void {
    const { observer } = this.#parts;
    const before = figuresOf(this.#report);
    this.#report = report;
    if (this.#shortage) observer.shortage(undefined);
    this.#shortage = undefined;
    const after = figuresOf(report);
    observer.adapted({ ...change, update: at.update + 1, slice: at.slice + 1, before, after }, report);
  }

  #plan(usableBytes: number, { rest }: SlicePosition): PlanningResult {
    const { compile, config, sizes } = this.#parts;
    const budgetMiB = usableBytes / (2 ** 20 * (1 - config.headroom));
    const refusedFrom = this.#refused.within(usableBytes);
    const facts = { sizes, rest, ...(refusedFrom !== undefined && { refusedFrom }) };
    return compile.planner.plan({ ...config, budgetMiB }, facts);
  }

  #usableBytes(budgetMiB: number): number {
    return Math.floor(budgetMiB * 2 ** 20 * (1 - this.#parts.config.headroom));
  }

  /** The report with the budget that is in force, which may be more than the one it was planned for. */
  #inForce(report: PlanReport & FittingPlan, budgetMiB: number): PlanReport & FittingPlan {
    const { config } = this.#parts;
    const budgetBytes = Math.floor(budgetMiB * 2 ** 20);
    return { ...report, config: { ...config, budgetMiB }, budgetBytes, usableBytes: this.#usableBytes(budgetMiB) };
  }
}

function figuresOf({ microBatch, peakBytes, budgetBytes }: PlanReport & FittingPlan): PlanFigures {
  return { microBatch, peakBytes, budgetBytes };
}

function changeOf(decision: 'shrink' | 'grow' | 'resume' | 'none-fits'): Adaptation['change'] {
  return decision === 'none-fits' ? 'none' : decision;
}

function faultText({ type, detail }: { readonly type: string; readonly detail: string }): string {
  return `${type === 'out-of-memory' ? 'The device ran out of memory' : 'The device reported an error'} (${detail})`;
}
