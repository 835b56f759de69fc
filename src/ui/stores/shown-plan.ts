import { CONFIG_KEYS } from '../../core/config/config-table.ts';
import type { TrainingConfig } from '../../core/config/training-config.ts';
import type { PlanReport } from '../../core/program/plan-report.ts';
import type { TrainingPhase } from '../../core/training-phase.ts';
import { useConfig } from './config-store.ts';
import { usePlan } from './plan-store.ts';
import { type RunState, useRun } from './run-store.ts';

const ACTIVE_PHASES: readonly TrainingPhase[] = [
  'loading',
  'searching',
  'compiling',
  'training',
  'paused',
  'evaluating',
];

/** True while a run holds the device: between Start and its end, pauses included. */
export function isActive(phase: TrainingPhase): boolean {
  return ACTIVE_PHASES.includes(phase);
}

export function configsEqual(one: TrainingConfig, other: TrainingConfig): boolean {
  return CONFIG_KEYS.every((key) => one[key] === other[key]);
}

/** Which plan the sentence and the pictures show. */
export interface ShownPlan {
  /** `run`: of the run on the device, or of the last one while the form still says the same. `form`: of the form. */
  readonly source: 'run' | 'form';
  readonly report: PlanReport | undefined;
  /** True where a run is shown and the form has left it: the form is for the next run. */
  readonly formDiffers: boolean;
}

export function chooseShownPlan(
  run: Pick<RunState, 'phase' | 'config' | 'report'>,
  form: TrainingConfig,
  formReport: PlanReport | undefined,
): ShownPlan {
  const formDiffers = run.config !== undefined && !configsEqual(run.config, form);
  if (run.report && (isActive(run.phase) || !formDiffers)) return { source: 'run', report: run.report, formDiffers };
  return { source: 'form', report: formReport, formDiffers: formDiffers && isActive(run.phase) };
}

/** The plan of the run that has ended and whose curves are still there, where the sentence speaks of the form instead. */
export function lastRunReport(
  run: Pick<RunState, 'phase' | 'config' | 'report'>,
  form: TrainingConfig,
): PlanReport | undefined {
  const isOther = run.config !== undefined && !configsEqual(run.config, form);
  return isOther && !isActive(run.phase) ? run.report : undefined;
}

export function useShownPlan(): ShownPlan {
  const phase = useRun((state) => state.phase);
  const config = useRun((state) => state.config);
  const report = useRun((state) => state.report);
  const form = useConfig((state) => state.config);
  const formReport = usePlan((state) => state.report);
  return chooseShownPlan({ phase, ...(config && { config }), ...(report && { report }) }, form, formReport);
}
