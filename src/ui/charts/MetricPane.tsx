import { memo, useMemo } from 'react';
import { Line } from 'recharts';
import { evaluationSeries, updateSeries } from '../stores/run-series.ts';
import { formatInteger, formatPercent, formatSignificant, type Quantity } from '../strings/format.ts';
import type { Strings } from '../strings/language.ts';
import { useStrings } from '../strings/use-strings.ts';
import { SERIES_COLOR } from '../styles/kind-colors.ts';
import { ChartLegend, type LegendItem } from './ChartLegend.tsx';
import type { TooltipContent } from './ChartTooltip.tsx';
import { useHoveredUpdate } from './hover-store.ts';
import { firstDot, PLAIN_LINE } from './line-props.ts';
import { largestShown, type MetricRow, metricRows, rowAt, testUpTo } from './metric-rows.ts';
import { axisFromZero, type NumberAxis } from './number-axis.ts';
import styles from './plot.module.css';
import { UpdatesChart } from './UpdatesChart.tsx';
import { useSeriesVersion } from './use-series-version.ts';
import { useUpdatesAxis } from './use-updates-axis.ts';

type Metric = 'loss' | 'accuracy';

export interface MetricPaneProps {
  readonly metric: Metric;
  readonly size: 'large' | 'small';
  readonly showsX: boolean;
}

const TEST_COLUMN = { loss: 'testLoss', accuracy: 'testAccuracy' } as const;
const ACCURACY_AXIS: NumberAxis = { domain: [0, 1], ticks: [0, 0.5, 1] };
/** More evaluations than this draw a line without a ring for each. */
const MAXIMUM_RINGS = 40;
const RING = { r: 3, strokeWidth: 1.5, fill: 'var(--surface-panel)', fillOpacity: 1 };

const percentTick = (value: number) => `${Math.round(value * 100)}\u00a0%`;

/** One measured value over updates. It redraws in a frame of its own, not with the panel round it. */
export const MetricPane = memo(function MetricPane({ metric, size, showsX }: MetricPaneProps) {
  const { loss: words, shared } = useStrings().charts;
  const version = useSeriesVersion();
  const xAxis = useUpdatesAxis(version);
  const rows = useMemo(() => (version >= 0 ? readRows(metric) : []), [version, metric]);
  const yAxis = useMemo(
    () => (metric === 'accuracy' ? ACCURACY_AXIS : axisFromZero(largestShown(rows))),
    [metric, rows],
  );
  const empty = metric === 'loss' ? words.empty : words.emptyAccuracy;
  return (
    <div className={styles.pane} data-size={size}>
      <MetricLegend metric={metric} rows={rows} />
      <UpdatesChart
        label={shared.chart(words[metric])}
        rows={rows}
        xAxis={xAxis}
        yAxis={yAxis}
        {...(metric === 'accuracy' ? { yTick: percentTick } : {})}
        showsX={showsX}
        tooltip={(update) => tooltipAt(metric, rowAt(rows, update), words, shared)}
        empty={rows.length === 0 ? empty : undefined}
      >
        <Line {...PLAIN_LINE} dataKey="raw" stroke={SERIES_COLOR.train} strokeOpacity={0.4} strokeWidth={1} />
        <Line
          {...PLAIN_LINE}
          dataKey="smoothed"
          stroke={SERIES_COLOR.train}
          strokeWidth={2}
          dot={firstDot(rows.length, SERIES_COLOR.train)}
        />
        {evaluationSeries.length > 0 && (
          <Line
            {...PLAIN_LINE}
            dataKey="test"
            stroke={SERIES_COLOR.test}
            strokeWidth={2}
            connectNulls
            dot={evaluationSeries.length <= MAXIMUM_RINGS ? RING : false}
          />
        )}
      </UpdatesChart>
    </div>
  );
});

function readRows(metric: Metric): MetricRow[] {
  return metricRows(
    { updates: updateSeries.column('update'), values: updateSeries.column(metric) },
    { updates: evaluationSeries.column('update'), values: evaluationSeries.column(TEST_COLUMN[metric]) },
    updateSeries.stride,
  );
}

function quantity(metric: Metric, value: number | null): Quantity {
  if (value === null) return { value: '–', unit: '' };
  if (metric === 'loss') return { value: formatSignificant(value), unit: '' };
  return { value: formatPercent(value).replace(/\s%$/, ''), unit: '%' };
}

function MetricLegend({ metric, rows }: { readonly metric: Metric; readonly rows: readonly MetricRow[] }) {
  const { loss: words } = useStrings().charts;
  const row = rowAt(rows, useHoveredUpdate());
  const test = row ? testUpTo(rows, row.x) : null;
  const items: LegendItem[] = [
    { name: words.raw, color: SERIES_COLOR.train, shape: 'thin' },
    {
      name: words.smoothed,
      color: SERIES_COLOR.train,
      shape: 'line',
      quantity: quantity(metric, row?.smoothed ?? null),
    },
    { name: words.test, color: SERIES_COLOR.test, shape: 'rings', quantity: quantity(metric, test) },
  ];
  return <ChartLegend axisName={words[metric]} items={items} />;
}

function tooltipAt(
  metric: Metric,
  row: MetricRow | undefined,
  words: Strings['charts']['loss'],
  shared: Strings['charts']['shared'],
): TooltipContent | undefined {
  if (!row) return undefined;
  const line = (name: string, shape: 'thin' | 'line' | 'rings', color: string, value: number | null) => ({
    name,
    shape,
    color,
    quantity: quantity(metric, value),
  });
  const lines = [
    line(words.raw, 'thin', SERIES_COLOR.train, row.raw),
    line(words.smoothed, 'line', SERIES_COLOR.train, row.smoothed),
  ];
  if (row.test !== null) lines.push(line(words.test, 'rings', SERIES_COLOR.test, row.test));
  return { title: shared.atUpdate(formatInteger(row.x)), lines };
}
