import { useMemo } from 'react';
import { Line } from 'recharts';
import { updateSeries } from '../stores/run-series.ts';
import { formatInteger } from '../strings/format.ts';
import { useStrings } from '../strings/use-strings.ts';
import { SERIES_COLOR } from '../styles/kind-colors.ts';
import { ChartLegend, type LegendItem } from './ChartLegend.tsx';
import { useHoveredUpdate } from './hover-store.ts';
import { STEP_LINE } from './line-props.ts';
import { rowAt } from './metric-rows.ts';
import { countAxis } from './number-axis.ts';
import styles from './plot.module.css';
import { UpdatesChart } from './UpdatesChart.tsx';
import { useSeriesVersion } from './use-series-version.ts';
import { useUpdatesAxis } from './use-updates-axis.ts';
import { type ValueRow, valueRows } from './value-rows.ts';

/** How the plan on show cuts a full batch. */
export interface PlannedCut {
  readonly microBatch: number;
  readonly accumulationSteps: number;
}

export interface CutPaneProps {
  readonly column: 'microBatch' | 'slices';
  /** Drawn dashed while no run has measured anything. */
  readonly planned: PlannedCut | undefined;
  readonly showsX: boolean;
}

/** The micro-batch, or the accumulation steps, of each update. */
export function CutPane({ column, planned, showsX }: CutPaneProps) {
  const { microBatch: words, shared } = useStrings().charts;
  const version = useSeriesVersion();
  const xAxis = useUpdatesAxis(version);
  const end = xAxis.domain[1];
  const plannedValue = column === 'microBatch' ? planned?.microBatch : planned?.accumulationSteps;
  const { rows, isPlan } = useMemo(
    () => (version >= 0 ? readRows(column, plannedValue, end) : { rows: [], isPlan: true }),
    [version, column, plannedValue, end],
  );
  const largest = rows.reduce((most, row) => Math.max(most, row.value ?? 0), 0);
  const yAxis = useMemo(() => countAxis(1.15 * largest, 3), [largest]);
  const name = column === 'microBatch' ? words.microBatch : words.steps;
  const color = column === 'microBatch' ? SERIES_COLOR.microBatch : SERIES_COLOR.steps;
  const lineName = isPlan && rows.length > 0 ? `${name}, ${words.planned}` : name;
  const shape = isPlan ? 'dashed' : 'line';
  const item = (row: ValueRow | undefined): LegendItem => ({
    name: lineName,
    color,
    shape,
    quantity: { value: row?.value ? formatInteger(row.value) : '–', unit: '' },
  });
  return (
    <div className={styles.pane}>
      <CutLegend axisName={column === 'microBatch' ? words.examples : words.slices} rows={rows} item={item} />
      <UpdatesChart
        label={shared.chart(name)}
        rows={rows}
        xAxis={xAxis}
        yAxis={yAxis}
        showsX={showsX}
        tooltip={(update) => {
          const row = rowAt(rows, update);
          if (!row) return undefined;
          const { quantity } = item(row);
          return {
            title: shared.atUpdate(formatInteger(row.x)),
            lines: quantity ? [{ name: lineName, color, shape, quantity }] : [],
          };
        }}
        empty={rows.length === 0 && column === 'microBatch' ? words.emptyExamples : undefined}
      >
        <Line
          {...STEP_LINE}
          dataKey="value"
          stroke={color}
          strokeWidth={2}
          {...(isPlan ? { strokeDasharray: '5 4' } : {})}
        />
      </UpdatesChart>
    </div>
  );
}

interface CutLegendProps {
  readonly axisName: string;
  readonly rows: readonly ValueRow[];
  readonly item: (row: ValueRow | undefined) => LegendItem;
}

function CutLegend({ axisName, rows, item }: CutLegendProps) {
  return <ChartLegend axisName={axisName} items={[item(rowAt(rows, useHoveredUpdate()))]} />;
}

function readRows(column: 'microBatch' | 'slices', planned: number | undefined, end: number) {
  const values = updateSeries.column(column);
  if (values.length > 0) return { rows: valueRows(updateSeries.column('update'), values), isPlan: false };
  if (planned === undefined) return { rows: [], isPlan: true };
  return { rows: [0, end].map((x) => ({ x, value: planned, second: null })), isPlan: true };
}
