import { memo, useMemo } from 'react';
import { Line } from 'recharts';
import { updateSeries } from '../stores/run-series.ts';
import { formatInteger, formatSignificant } from '../strings/format.ts';
import type { Strings } from '../strings/language.ts';
import { useStrings } from '../strings/use-strings.ts';
import { SERIES_COLOR } from '../styles/kind-colors.ts';
import { ChartLegend } from './ChartLegend.tsx';
import type { TooltipLine } from './ChartTooltip.tsx';
import { useHoveredUpdate } from './hover-store.ts';
import { firstDot, PLAIN_LINE } from './line-props.ts';
import { rowAt } from './metric-rows.ts';
import { axisFromZero } from './number-axis.ts';
import styles from './plot.module.css';
import type { ThroughputCache } from './throughput-cache.ts';
import { UpdatesChart } from './UpdatesChart.tsx';
import { useSeriesVersion } from './use-series-version.ts';
import { useUpdatesAxis } from './use-updates-axis.ts';
import { type ValueRow, valueRows } from './value-rows.ts';

const COLOR = SERIES_COLOR.throughput;

/** The rate of each update behind its running median. It redraws in a frame of its own. */
export const ThroughputPane = memo(function ThroughputPane({ cache }: { readonly cache: ThroughputCache }) {
  const { throughput: words, shared } = useStrings().charts;
  const version = useSeriesVersion();
  const xAxis = useUpdatesAxis(version);
  const rows = useMemo(() => (version >= 0 ? readRows(cache) : []), [version, cache]);
  const largest = rows.reduce((most, row) => Math.max(most, row.value ?? 0, row.second ?? 0), 0);
  const yAxis = useMemo(() => axisFromZero(largest), [largest]);
  return (
    <div className={styles.pane}>
      <ThroughputLegend rows={rows} />
      <UpdatesChart
        label={shared.chart(words.title)}
        rows={rows}
        xAxis={xAxis}
        yAxis={yAxis}
        showsX
        tooltip={(update) => {
          const row = rowAt(rows, update);
          return row && { title: shared.atUpdate(formatInteger(row.x)), lines: linesAt(row, words) };
        }}
        empty={rows.length === 0 ? words.empty : undefined}
      >
        <Line
          {...PLAIN_LINE}
          dataKey="value"
          stroke={COLOR}
          strokeOpacity={0.4}
          strokeWidth={1}
          dot={firstDot(rows.length, COLOR)}
        />
        <Line {...PLAIN_LINE} dataKey="second" stroke={COLOR} strokeWidth={2} />
      </UpdatesChart>
    </div>
  );
});

function readRows(cache: ThroughputCache): ValueRow[] {
  return valueRows(updateSeries.column('update'), updateSeries.column('examplesPerSecond'), cache.read(updateSeries));
}

function linesAt(row: ValueRow | undefined, words: Strings['charts']['throughput']): TooltipLine[] {
  const rate = (value: number | null | undefined) => ({
    value: typeof value === 'number' ? formatSignificant(value) : '–',
    unit: '/s',
  });
  return [
    { name: words.each, color: COLOR, shape: 'thin', quantity: rate(row?.value) },
    { name: words.median, color: COLOR, shape: 'line', quantity: rate(row?.second) },
  ];
}

function ThroughputLegend({ rows }: { readonly rows: readonly ValueRow[] }) {
  const { throughput: words } = useStrings().charts;
  return <ChartLegend axisName={words.axis} items={linesAt(rowAt(rows, useHoveredUpdate()), words)} />;
}
