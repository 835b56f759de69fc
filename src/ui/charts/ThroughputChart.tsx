import { useCallback, useMemo } from 'react';
import { updateSeries } from '../stores/run-series.ts';
import { useRun } from '../stores/run-store.ts';
import { formatInteger, formatSignificant } from '../strings/format.ts';
import type { Strings } from '../strings/language.ts';
import { useStrings } from '../strings/use-strings.ts';
import { ChartPanel } from './ChartPanel.tsx';
import { type ChartTable, chartTable } from './chart-table.ts';
import { ThroughputPane } from './ThroughputPane.tsx';
import { ThroughputCache } from './throughput-cache.ts';

/** Examples per second: each update, and the median without warm-up. */
export function ThroughputChart() {
  const strings = useStrings();
  const { throughput: words } = strings.charts;
  const runId = useRun((state) => state.runId);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a run starts its measurement over
  const cache = useMemo(() => new ThroughputCache(), [runId]);
  const summary = useCallback(() => {
    const rate = cache.read(updateSeries).at(-1);
    return rate !== undefined && Number.isFinite(rate) ? words.summary(formatSignificant(rate)) : words.summaryEmpty;
  }, [cache, words]);
  return (
    <ChartPanel
      title={words.title}
      lead={words.lead}
      explanation={words.explanation}
      summary={summary}
      table={() => throughputTable(cache, strings)}
      newestFirst
      fileName="examples-per-second"
    >
      <ThroughputPane cache={cache} />
    </ChartPanel>
  );
}

function throughputTable(cache: ThroughputCache, { terms, charts }: Strings): ChartTable {
  const { throughput: words } = charts;
  const column = (name: string, csvName: string, values: Float64Array) => ({
    name,
    csvName,
    values,
    format: formatSignificant,
  });
  return chartTable([
    { name: terms.update, csvName: 'update', values: updateSeries.column('update'), format: formatInteger },
    column(words.axis, 'examplesPerSecond', updateSeries.column('examplesPerSecond')),
    column(words.medianColumn, 'medianExamplesPerSecond', cache.read(updateSeries)),
    column(words.stepMs, 'stepMs', updateSeries.column('stepMs')),
    column(words.encodeMs, 'encodeMs', updateSeries.column('encodeMs')),
  ]);
}
