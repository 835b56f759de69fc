import type { EpochPlan } from '../../core/batch/epoch-plan.ts';
import { failureOf } from '../../core/failures.ts';
import type { Dataset } from '../datasets/dataset.ts';
import type { Model } from '../models/model.ts';
import { normalizationNotice } from '../planning/normalization-notice.ts';
import type { RunPlan } from '../planning/run-plan.ts';
import type { RunReporter } from './run-reporter.ts';

export interface AnnouncedRun {
  readonly plan: RunPlan;
  readonly dataset: Dataset;
  readonly epochs: EpochPlan;
  readonly model: Model;
  readonly allocatedBytes: number;
}

/** Tells that a run is ready: its plan, its length, and what a person should know before the numbers come. */
export function announceRun(
  reporter: RunReporter,
  { plan, dataset, epochs, model, allocatedBytes }: AnnouncedRun,
): void {
  const { report, evaluation } = plan;
  const { trainExamples, testExamples } = dataset;
  const { totalUpdates, updatesPerEpoch } = epochs;
  const { parameterCount } = report;
  reporter.emit({
    type: 'ready',
    report,
    summary: { parameterCount, totalUpdates, updatesPerEpoch, trainExamples, testExamples },
    allocatedBytes,
  });
  reporter.log('info', report.reason);
  const notice = normalizationNotice(model, report);
  if (notice) reporter.log('warning', notice);
  if (evaluation.type !== 'does-not-fit') return;
  const { budgetBytes, config } = report;
  const parameters = { neededBytes: evaluation.neededBytes, budgetBytes, headroom: config.headroom };
  reporter.log('warning', failureOf('evaluation-does-not-fit', parameters).message);
}
