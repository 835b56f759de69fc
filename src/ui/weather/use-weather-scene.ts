import { useMemo } from 'react';
import { planEpochs } from '../../core/batch/epoch-plan.ts';
import { BYTES_PER_MIB } from '../../core/bytes.ts';
import type { PlanReport } from '../../core/program/plan-report.ts';
import type { Weather } from '../../core/weather/weather.ts';
import { useConfig } from '../stores/config-store.ts';
import { useData } from '../stores/data-store.ts';
import { usePlan } from '../stores/plan-store.ts';
import { weatherOfText } from '../stores/weather-store.ts';
import { smallestTrainingMiB } from './budget-needs.ts';

/** The weather of the form, and what it will meet. Budgets in MiB. */
export interface WeatherScene {
  readonly weather: Weather;
  /** The person's budget. */
  readonly ownMiB: number;
  /** Updates of the run. */
  readonly updates: number;
  /** Slices of an update, as planned for the person's budget. */
  readonly slices: number;
  /** The newest plan; undefined before the first. */
  readonly report: PlanReport | undefined;
  /** Peak of that plan, where it fits. */
  readonly peakMiB: number | undefined;
  /** The smallest budget that trains, where the plan tells. */
  readonly smallestMiB: number | undefined;
}

export function useWeatherScene(): WeatherScene {
  const text = useConfig((state) => state.config.weather);
  const ownMiB = useConfig((state) => state.config.budgetMiB);
  const report = usePlan((state) => state.report);
  const updates = useRunUpdates();
  return useMemo(() => {
    const fits = report?.verdict === 'fits';
    return {
      weather: weatherOfText(text),
      ownMiB,
      updates,
      slices: fits ? report.accumulationSteps : 1,
      report,
      peakMiB: fits ? report.peakBytes / BYTES_PER_MIB : undefined,
      smallestMiB: report && smallestTrainingMiB(report),
    };
  }, [text, ownMiB, updates, report]);
}

/** Updates of a run of the form. */
function useRunUpdates(): number {
  const { workload, batchSize, lengthUnit, length } = useConfig((state) => state.config);
  const trainExamples = useData((state) => state.report?.sizes.get(workload)?.trainExamples);
  if (lengthUnit === 'updates' || !trainExamples) return length;
  return planEpochs(trainExamples, { batchSize, lengthUnit, length }).totalUpdates;
}
