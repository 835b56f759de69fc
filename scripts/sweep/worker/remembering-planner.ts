import type { TrainingConfig } from '../../../src/core/config/training-config.ts';
import type { RunPlan } from '../../../src/engine/planning/run-plan.ts';
import {
  type PlanningFacts,
  type PlanningResult,
  TrainingPlanner,
} from '../../../src/engine/planning/training-planner.ts';
import { workloadOf } from '../../../src/engine/workload.ts';

/** A planner that answers what it was asked before from memory: plans are pure, and a thousand runs ask for the same few. */
export class RememberingPlanner extends TrainingPlanner {
  readonly #plans = new Map<string, PlanningResult>();
  readonly #pure = new Set<string>();

  override plan(config: TrainingConfig, facts: PlanningFacts = {}): PlanningResult {
    const { refusedFrom, searched, rest, sizes } = facts;
    const { key } = workloadOf(config);
    const question = { key, config, refusedFrom, searched, rest, sizes: [sizes?.trainExamples, sizes?.testExamples] };
    const text = JSON.stringify(question);
    const plan = this.#plans.get(text) ?? super.plan(config, facts);
    this.#plans.set(text, plan);
    return plan;
  }

  override requirePure(run: RunPlan): void {
    const { config, microBatch } = run.report;
    const text = `${workloadOf(config).key} ${microBatch}`;
    if (!this.#pure.has(text)) super.requirePure(run);
    this.#pure.add(text);
  }
}
