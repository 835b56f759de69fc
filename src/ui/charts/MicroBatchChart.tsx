import { useCallback } from 'react';
import { updateSeries } from '../stores/run-series.ts';
import { useShownPlan } from '../stores/shown-plan.ts';
import { formatInteger } from '../strings/format.ts';
import type { Strings } from '../strings/language.ts';
import { useStrings } from '../strings/use-strings.ts';
import { ChartPanel } from './ChartPanel.tsx';
import { CutPane, type PlannedCut } from './CutPane.tsx';
import { type ChartTable, chartTable } from './chart-table.ts';

/** The micro-batch above the accumulation steps, on one x-axis; before a run, what is planned. */
export function MicroBatchChart() {
  const strings = useStrings();
  const { microBatch: words } = strings.charts;
  const { report } = useShownPlan();
  const planned: PlannedCut | undefined = report?.verdict === 'fits' ? report : undefined;
  const summary = useCallback(() => summaryOf(planned, words), [planned, words]);
  return (
    <ChartPanel
      title={words.title}
      lead={words.lead}
      explanation={words.explanation}
      summary={summary}
      table={() => cutTable(strings)}
      newestFirst
      fileName="micro-batch"
    >
      <CutPane column="microBatch" planned={planned} showsX={false} />
      <CutPane column="slices" planned={planned} showsX />
    </ChartPanel>
  );
}

function summaryOf(planned: PlannedCut | undefined, words: Strings['charts']['microBatch']): string {
  if (updateSeries.length > 0) {
    return words.summary(
      formatInteger(updateSeries.latest('microBatch')),
      formatInteger(updateSeries.latest('slices')),
    );
  }
  if (!planned) return words.emptyExamples;
  return words.summaryPlanned(formatInteger(planned.microBatch), formatInteger(planned.accumulationSteps));
}

function cutTable({ terms }: Strings): ChartTable {
  const column = (name: string, key: 'update' | 'batch' | 'microBatch' | 'slices') => ({
    name,
    csvName: key,
    values: updateSeries.column(key),
    format: formatInteger,
  });
  return chartTable([
    column(terms.update, 'update'),
    column(terms.batch, 'batch'),
    column(terms.microBatch, 'microBatch'),
    column(terms.accumulationSteps, 'slices'),
  ]);
}
