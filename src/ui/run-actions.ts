/** What Start, Pause and the space bar mean in each phase. */
import type { TrainingPhase } from '../core/training-phase.ts';
import type { DeviceReport } from '../protocol/events.ts';
import { useDevice } from './stores/device-store.ts';
import { beginOrAsk } from './stores/large-start-store.ts';
import { type PlanState, usePlan } from './stores/plan-store.ts';
import { runStore, useRun } from './stores/run-store.ts';
import { isActive } from './stores/shown-plan.ts';
import type { WorkerClient } from './worker-client.ts';

type StepUnit = Parameters<WorkerClient['step']>[0];

export type MainAction = 'start' | 'pause' | 'resume';

export function mainAction(phase: TrainingPhase): MainAction {
  if (phase === 'paused') return 'resume';
  return isActive(phase) ? 'pause' : 'start';
}

/** Why no run can begin. `undefined`: one can. */
export type StartObstacle = 'needsWebgpu' | 'needsPlan';

export function startObstacle(
  device: DeviceReport | undefined,
  plan: Pick<PlanState, 'report' | 'pending'>,
): StartObstacle | undefined {
  if (device?.status === 'unavailable') return 'needsWebgpu';
  return plan.report?.verdict === 'does-not-fit' && !plan.pending ? 'needsPlan' : undefined;
}

export interface RunActions {
  readonly main: MainAction;
  /** Why Start and the single steps are off; only while no run is active. */
  readonly obstacle: StartObstacle | undefined;
  readonly canStep: boolean;
  readonly canStop: boolean;
  readonly canReset: boolean;
}

/** What can be done now. */
export function useRunActions(): RunActions {
  const phase = useRun((state) => state.phase);
  const device = useDevice((state) => state.report);
  const report = usePlan((state) => state.report);
  const pending = usePlan((state) => state.pending);
  const active = isActive(phase);
  const obstacle = active ? undefined : startObstacle(device, { pending, ...(report && { report }) });
  return {
    main: mainAction(phase),
    obstacle,
    canStep: phase === 'paused' || (!active && obstacle === undefined),
    canStop: active,
    canReset: phase !== 'idle',
  };
}

/** Start, Pause or Resume, whichever the phase allows. */
export function runMainAction(client: WorkerClient): void {
  const action = mainAction(runStore.getState().phase);
  if (action === 'start') beginOrAsk(client.start);
  else client[action]();
}

/** One slice or one update; where no run is active, a run begins with it. */
export function runStep(client: WorkerClient, unit: StepUnit): void {
  const step = () => client.step(unit);
  if (isActive(runStore.getState().phase)) step();
  else beginOrAsk(step);
}
