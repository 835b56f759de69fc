import type { TrainingConfig } from '../../core/config/training-config.ts';
import type { DeviceLimits, PlanReport } from '../../core/program/plan-report.ts';
import { Tracer } from '../capture/tracer.ts';
import { ProgramLibrary } from './program-library.ts';
import { TrainingPlanner } from './training-planner.ts';

/** A planner for a device with these limits. Takes over tfjs's `webgpu` backend in this JavaScript realm. */
export async function createPlanner(limits: DeviceLimits, now: () => number): Promise<TrainingPlanner> {
  const tracer = await Tracer.create(limits);
  return new TrainingPlanner(new ProgramLibrary(tracer), now);
}

/** Plans one configuration, without a GPU, in a browser or in Node. */
export async function planTraining(config: TrainingConfig, limits: DeviceLimits): Promise<PlanReport> {
  const planner = await createPlanner(limits, () => performance.now());
  return planner.plan(config).report;
}
