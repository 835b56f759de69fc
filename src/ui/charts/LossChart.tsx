import { useCallback } from 'react';
import { evaluationSeries, updateSeries } from '../stores/run-series.ts';
import { formatInteger, formatPercent, formatSignificant } from '../strings/format.ts';
import type { Strings } from '../strings/language.ts';
import { useStrings } from '../strings/use-strings.ts';
import { ChartPanel } from './ChartPanel.tsx';
import { type ChartTable, chartTable, joinByUpdate } from './chart-table.ts';
import { MetricPane } from './MetricPane.tsx';

/** Loss above accuracy, on one x-axis: train and test, raw behind smoothed. */
export function LossChart() {
  const strings = useStrings();
  const { loss } = strings.charts;
  const summary = useCallback(() => summaryOf(loss), [loss]);
  return (
    <ChartPanel
      title={loss.title}
      lead={loss.lead}
      explanation={loss.explanation}
      summary={summary}
      table={() => lossTable(strings)}
      newestFirst
      fileName="loss-and-accuracy"
    >
      <MetricPane metric="loss" size="large" showsX={false} />
      <MetricPane metric="accuracy" size="small" showsX />
    </ChartPanel>
  );
}

function summaryOf(words: Strings['charts']['loss']): string {
  if (updateSeries.rowsAppended === 0) return words.summaryEmpty;
  const hasTest = evaluationSeries.rowsAppended > 0;
  return words.summary({
    update: formatInteger(updateSeries.latest('update')),
    loss: formatSignificant(updateSeries.latest('loss')),
    accuracy: formatPercent(updateSeries.latest('accuracy')),
    testLoss: hasTest ? formatSignificant(evaluationSeries.latest('testLoss')) : undefined,
    testAccuracy: hasTest ? formatPercent(evaluationSeries.latest('testAccuracy')) : undefined,
  });
}

function lossTable({ terms, charts }: Strings): ChartTable {
  const { loss } = charts;
  const train = (['loss', 'accuracy', 'gradientNorm', 'learningRate'] as const).map((name) =>
    updateSeries.column(name),
  );
  const test = (['testLoss', 'testAccuracy'] as const).map((name) => evaluationSeries.column(name));
  const joined = joinByUpdate(
    { updates: updateSeries.column('update'), columns: train },
    { updates: evaluationSeries.column('update'), columns: test },
  );
  const [trainLoss, trainAccuracy, gradientNorm, learningRate] = joined.left;
  const [testLoss, testAccuracy] = joined.right;
  const none = new Float64Array();
  return chartTable([
    { name: terms.update, csvName: 'update', values: joined.updates, format: formatInteger },
    { name: loss.loss, csvName: 'loss', values: trainLoss ?? none, format: formatSignificant },
    { name: loss.accuracy, csvName: 'accuracy', values: trainAccuracy ?? none, format: formatPercent },
    { name: loss.testLoss, csvName: 'testLoss', values: testLoss ?? none, format: formatSignificant },
    { name: loss.testAccuracy, csvName: 'testAccuracy', values: testAccuracy ?? none, format: formatPercent },
    { name: loss.gradientNorm, csvName: 'gradientNorm', values: gradientNorm ?? none, format: formatSignificant },
    { name: loss.learningRate, csvName: 'learningRate', values: learningRate ?? none, format: formatSignificant },
  ]);
}
