import { memo, useMemo } from 'react';
import { Line } from 'recharts';
import { updateSeries } from '../stores/run-series.ts';
import { formatInteger } from '../strings/format.ts';
import type { Strings } from '../strings/language.ts';
import { useStrings } from '../strings/use-strings.ts';
import { SERIES_COLOR } from '../styles/kind-colors.ts';
import { AdaptationMarks } from './AdaptationMarks.tsx';
import { ChartLegend } from './ChartLegend.tsx';
import type { TooltipLine } from './ChartTooltip.tsx';
import { useHoveredUpdate } from './hover-store.ts';
import { firstDot, STEP_LINE } from './line-props.ts';
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

/** The micro-batch, or the accumulation steps, of each update. It redraws in a frame of its own. */
export const CutPane = memo(function CutPane({ column, planned, showsX }: CutPaneProps) {
  const { microBatch: words, shared } = useStrings().charts;
  const version = useSeriesVersion();
  const xAxis = useUpdatesAxis(version);
  const end = xAxis.domain[1];
  const plannedValue = planned?.[column === 'microBatch' ? 'microBatch' : 'accumulationSteps'];
  const { rows, isPlan } = useMemo(
    () => (version >= 0 ? readRows(column, plannedValue, end) : { rows: [], isPlan: true }),
    [version, column, plannedValue, end],
  );
  const largest = rows.reduce((most, row) => Math.max(most, row.value ?? 0), 0);
  const yAxis = useMemo(() => countAxis(1.15 * largest, 3), [largest]);
  const style = useMemo(() => lineStyle(column, isPlan, words), [column, isPlan, words]);
  const isEmpty = rows.length === 0 && column === 'microBatch';
  return (
    <div className={styles.pane}>
      <CutLegend axisName={column === 'microBatch' ? words.examples : words.slices} rows={rows} style={style} />
      <UpdatesChart
        label={shared.chart(style.name)}
        rows={rows}
        xAxis={xAxis}
        yAxis={yAxis}
        showsX={showsX}
        tooltip={(update) => {
          const row = rowAt(rows, update);
          return row && { title: shared.atUpdate(formatInteger(row.x)), lines: [lineAt(row, style)] };
        }}
        empty={isEmpty ? words.emptyExamples : undefined}
      >
        <Line
          {...STEP_LINE}
          dot={firstDot(rows.length, style.color)}
          dataKey="value"
          stroke={style.color}
          strokeWidth={2}
          {...(isPlan ? { strokeDasharray: '5 4' } : {})}
        />
        <AdaptationMarks />
      </UpdatesChart>
    </div>
  );
});

type LineStyle = Omit<TooltipLine, 'quantity'>;

/** A plan is dashed, what was measured is not. */
function lineStyle(column: CutPaneProps['column'], isPlan: boolean, words: Strings['charts']['microBatch']): LineStyle {
  const name = column === 'microBatch' ? words.microBatch : words.steps;
  const color = column === 'microBatch' ? SERIES_COLOR.microBatch : SERIES_COLOR.steps;
  return { name: isPlan ? `${name}, ${words.planned}` : name, color, shape: isPlan ? 'dashed' : 'line' };
}

function lineAt(row: ValueRow | undefined, style: LineStyle): TooltipLine {
  const value = row?.value ?? null;
  return { ...style, quantity: { value: value === null ? '–' : formatInteger(value), unit: '' } };
}

interface CutLegendProps {
  readonly axisName: string;
  readonly rows: readonly ValueRow[];
  readonly style: LineStyle;
}

function CutLegend({ axisName, rows, style }: CutLegendProps) {
  return <ChartLegend axisName={axisName} items={[lineAt(rowAt(rows, useHoveredUpdate()), style)]} />;
}

function readRows(column: 'microBatch' | 'slices', planned: number | undefined, end: number) {
  const values = updateSeries.column(column);
  if (values.length > 0) return { rows: valueRows(updateSeries.column('update'), values), isPlan: false };
  if (planned === undefined) return { rows: [], isPlan: true };
  return { rows: [0, end].map((x) => ({ x, value: planned, second: null })), isPlan: true };
}
