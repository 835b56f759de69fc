import { defaultConfig } from '../../../src/core/config/default-config.ts';
import type { TrainingConfig, WorkloadId } from '../../../src/core/config/training-config.ts';
import { livenessLowerBoundBytes } from '../../../src/core/program/live-bytes.ts';
import type { DeviceLimits, FittingPlan } from '../../../src/core/program/plan-report.ts';
import { createPlanner } from '../../../src/engine/planning/plan-training.ts';
import type { RunPlan } from '../../../src/engine/planning/run-plan.ts';

/** What only a plan knows of memory. The arena holds what comes and goes: activations, gradients, workspace. */
export interface MemoryFigures {
  readonly peakBytes: number;
  readonly lowerBoundBytes: number;
  readonly arenaBytes: number;
  readonly arenaLowerBoundBytes: number;
}

/** A workload's plan, searched for in a realm that has planned nothing before. */
export interface SearchedPlan extends MemoryFigures, Pick<FittingPlan, 'microBatch' | 'accumulationSteps'> {
  readonly config: TrainingConfig;
  /** Sizes that the search planned. */
  readonly sizes: readonly number[];
  /** The whole answer, from the start of tfjs on. */
  readonly searchMs: number;
}

/** Plans the workload's default configuration, with `microBatch` as the whole batch where that is given. */
export async function searchedPlan(
  workload: WorkloadId,
  microBatch: number | null,
  limits: DeviceLimits,
  now: () => number = () => performance.now(),
): Promise<SearchedPlan> {
  const startMs = now();
  const config = { ...defaultConfig(workload), ...(microBatch === null ? {} : { batchSize: microBatch, microBatch }) };
  const planner = await createPlanner(limits, now);
  const { report, run } = planner.plan(config);
  const searchMs = now() - startMs;
  if (!run || report.verdict !== 'fits') throw new Error(`${workload}: ${report.reason}`);
  const { accumulationSteps, considered } = report;
  return {
    ...memoryFigures(run.memory),
    config,
    microBatch: report.microBatch,
    accumulationSteps,
    sizes: considered.map((size) => size.microBatch),
    searchMs,
  };
}

export function memoryFigures({ peakBytes, lowerBoundBytes, arena, programs }: RunPlan['memory']): MemoryFigures {
  return {
    peakBytes,
    lowerBoundBytes,
    arenaBytes: arena.reduce((sum, bytes) => sum + bytes, 0),
    arenaLowerBoundBytes: livenessLowerBoundBytes(programs),
  };
}
