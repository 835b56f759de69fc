import { useEffect, useMemo, useRef, useState } from 'react';
import type { PlanReport } from '../../core/program/plan-report.ts';
import type { TrainingPhase } from '../../core/training-phase.ts';
import type { SliceProgress } from '../../protocol/events.ts';
import { useDevice } from '../stores/device-store.ts';
import { lastUpdate } from '../stores/run-series.ts';
import { useRun } from '../stores/run-store.ts';
import { isActive, useShownPlan } from '../stores/shown-plan.ts';
import { nextPace, type RibbonPace, STILL } from './ribbon-pace.ts';
import { expandSlices, firstProgress, plannedProgress, type RibbonProgress, runProgress } from './ribbon-progress.ts';

/** `only-planned` without WebGPU; `not-cut` where not even one example fits: the batch then stands uncut. */
export type Outlook = 'runs' | 'only-planned' | 'not-cut';

export interface RibbonView {
  readonly progress: RibbonProgress;
  readonly outlook: Outlook;
  readonly pace: PaceView;
}

/** Pace as it is shown: whole updates per second. */
export type PaceView = Pick<RibbonPace, 'isTooFast' | 'updatesPerSecond'>;

function plannedSlices(report: PlanReport): number[] {
  return report.verdict === 'fits' ? expandSlices(report.slices) : [report.batch];
}

function usePace(slice: SliceProgress | undefined, phase: TrainingPhase): PaceView {
  const pace = useRef<RibbonPace>(STILL);
  const [view, setView] = useState<PaceView>(STILL);
  useEffect(() => {
    const isMoving = phase === 'training' && slice !== undefined;
    pace.current = isMoving ? nextPace(pace.current, slice.update, performance.now()) : STILL;
    const { isTooFast } = pace.current;
    const updatesPerSecond = Math.round(pace.current.updatesPerSecond);
    setView((previous) =>
      previous.isTooFast === isTooFast && previous.updatesPerSecond === updatesPerSecond
        ? previous
        : { isTooFast, updatesPerSecond },
    );
  }, [slice, phase]);
  return view;
}

/** The ribbon of the run on the device, else of the plan on show; undefined before the first plan. */
export function useRibbonView(): RibbonView | undefined {
  const { source, report } = useShownPlan();
  const slice = useRun((state) => state.slice);
  const phase = useRun((state) => state.phase);
  const hasDevice = useDevice((state) => state.report?.status !== 'unavailable');
  const pace = usePace(slice, phase);
  const progress = useMemo(() => {
    if (source === 'run' && slice) return runProgress(slice, phase === 'paused' || !isActive(phase));
    if (!report) return undefined;
    const isRunning = source === 'run' && phase === 'training' && report.verdict === 'fits';
    if (isRunning) return firstProgress(plannedSlices(report), lastUpdate() + 1);
    return plannedProgress(plannedSlices(report));
  }, [source, report, slice, phase]);
  const outlook = report?.verdict === 'does-not-fit' ? 'not-cut' : hasDevice ? 'runs' : 'only-planned';
  return progress && { progress, outlook, pace };
}
