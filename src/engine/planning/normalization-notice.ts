import type { FittingPlan, PlanReport } from '../../core/program/plan-report.ts';
import type { Model } from '../models/model.ts';

/** What a cut means under batch normalisation, in words; undefined where there is none, or no cut. */
export function normalizationNotice(
  { normalizations = [] }: Pick<Model, 'normalizations'>,
  { accumulationSteps, slices, batch }: Pick<FittingPlan, 'accumulationSteps' | 'slices'> & Pick<PlanReport, 'batch'>,
): string | undefined {
  if (normalizations.length === 0 || accumulationSteps === 1) return undefined;
  const sizes = [...new Set(slices.map(({ size }) => count(size)))].toReversed().join(' or ');
  return (
    `Batch normalisation takes mean and variance over a slice of ${sizes} examples, not over the batch of ${count(batch)}: ` +
    'this cut changes the losses. With group normalisation they are the same for every cut.'
  );
}

function count(value: number): string {
  return value.toLocaleString('en-US');
}
