import { useMemo } from 'react';
import { Line } from 'recharts';
import { updateSeries } from '../stores/run-series.ts';
import { useRun } from '../stores/run-store.ts';
import { formatInteger, formatSignificant } from '../strings/format.ts';
import type { Strings } from '../strings/language.ts';
import { useStrings } from '../strings/use-strings.ts';
import { SERIES_COLOR } from '../styles/kind-colors.ts';
import { ChartLegend, type LegendItem } from './ChartLegend.tsx';
import { ChartPanel } from './ChartPanel.tsx';
import type { TooltipContent } from './ChartTooltip.tsx';
import { type ChartTable, chartTable } from './chart-table.ts';
import { useHoveredUpdate } from './hover-store.ts';
import { PLAIN_LINE } from './line-props.ts';
import { rowAt } from './metric-rows.ts';
import { axisFromZero } from './number-axis.ts';
import styles from './plot.module.css';
import { ThroughputCache } from './throughput-cache.ts';
import { UpdatesChart } from './UpdatesChart.tsx';
import { useSeriesVersion } from './use-series-version.ts';
import { useUpdatesAxis } from './use-updates-axis.ts';
import { type ValueRow, valueRows } from './value-rows.ts';

const MEDIAN_COLOR = SERIES_COLOR.throughput;

/** Examples per second: each update, and the median without warm-up. */
export function ThroughputChart() {
  const strings = useStrings();
  const { throughput: words, shared } = strings.charts;
  const version = useSeriesVersion();
  const runId = useRun((state) => state.runId);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a run starts its measurement over
  const cache = useMemo(() => new ThroughputCache(), [runId]);
  const xAxis = useUpdatesAxis(version);
  const rows = useMemo(() => (version >= 0 ? readRows(cache) : []), [version, cache]);
  const largest = rows.reduce((most, row) => Math.max(most, row.value ?? 0, row.second ?? 0), 0);
  const yAxis = useMemo(() => axisFromZero(largest), [largest]);
  const rate = rows.at(-1)?.second ?? null;
  return (
    <ChartPanel
      title={words.title}
      lead={words.lead}
      explanation={words.explanation}
      summary={rate === null ? words.summaryEmpty : words.summary(formatSignificant(rate))}
      table={() => throughputTable(cache, strings)}
      newestFirst
      fileName="examples-per-second"
    >
      <div className={styles.pane}>
        <ThroughputLegend rows={rows} />
        <UpdatesChart
          label={shared.chart(words.title)}
          rows={rows}
          xAxis={xAxis}
          yAxis={yAxis}
          showsX
          tooltip={(update) => tooltipAt(rowAt(rows, update), strings)}
          empty={rows.length === 0 ? words.empty : undefined}
        >
          <Line {...PLAIN_LINE} dataKey="value" stroke={MEDIAN_COLOR} strokeOpacity={0.4} strokeWidth={1} />
          <Line {...PLAIN_LINE} dataKey="second" stroke={MEDIAN_COLOR} strokeWidth={2} />
        </UpdatesChart>
      </div>
    </ChartPanel>
  );
}

function readRows(cache: ThroughputCache): ValueRow[] {
  return valueRows(updateSeries.column('update'), updateSeries.column('examplesPerSecond'), cache.read(updateSeries));
}

function rateItems(
  row: ValueRow | undefined,
  words: Strings['charts']['throughput'],
): (LegendItem & Required<Pick<LegendItem, 'quantity'>>)[] {
  const rate = (value: number | null | undefined) => ({
    value: typeof value === 'number' ? formatSignificant(value) : '–',
    unit: '/s',
  });
  return [
    { name: words.each, color: MEDIAN_COLOR, shape: 'thin', quantity: rate(row?.value) },
    { name: words.median, color: MEDIAN_COLOR, shape: 'line', quantity: rate(row?.second) },
  ];
}

function ThroughputLegend({ rows }: { readonly rows: readonly ValueRow[] }) {
  const { throughput: words } = useStrings().charts;
  return <ChartLegend axisName={words.axis} items={rateItems(rowAt(rows, useHoveredUpdate()), words)} />;
}

function tooltipAt(row: ValueRow | undefined, { charts }: Strings): TooltipContent | undefined {
  if (!row) return undefined;
  return { title: charts.shared.atUpdate(formatInteger(row.x)), lines: rateItems(row, charts.throughput) };
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
    column(words.median, 'medianExamplesPerSecond', cache.read(updateSeries)),
    column(words.stepMs, 'stepMs', updateSeries.column('stepMs')),
    column(words.encodeMs, 'encodeMs', updateSeries.column('encodeMs')),
  ]);
}
