import { type ReactNode, useState } from 'react';
import { CartesianGrid, ComposedChart, type MouseHandlerDataParam, Tooltip, XAxis, YAxis } from 'recharts';
import { useStrings } from '../strings/use-strings.ts';
import { SERIES_COLOR } from '../styles/kind-colors.ts';
import { ChartTooltip, type TooltipContent } from './ChartTooltip.tsx';
import { HoverReporter } from './HoverReporter.tsx';
import { nearestIndex } from './nearest.ts';
import { type NumberAxis, tickText } from './number-axis.ts';
import styles from './plot.module.css';
import { AXIS_TICK, PLOT_MARGIN, X_AXIS_HEIGHT_PX, Y_AXIS_WIDTH_PX } from './plot-metrics.ts';

export interface UpdatesChartProps<Row> {
  /** What it shows, for the name that assistive technology reads. */
  readonly label: string;
  readonly rows: readonly Row[];
  readonly xAxis: NumberAxis;
  readonly yAxis: NumberAxis;
  readonly yTick?: (value: number) => string;
  /** False for the upper of two charts that share their x-axis. */
  readonly showsX: boolean;
  /** What the tooltip reads at an update. */
  readonly tooltip: (update: number) => TooltipContent | undefined;
  /** What will appear here, while nothing does. */
  readonly empty?: string | undefined;
  /** Lines and areas. */
  readonly children: ReactNode;
}

function nearestTick(ticks: ReadonlyArray<{ readonly value?: unknown }>, state: MouseHandlerDataParam): number {
  const values = ticks.map((tick) => Number(tick.value));
  return nearestIndex(values, Number(state.activeLabel));
}

/** A chart over updates: one x-axis and one hover for all of them. */
export function UpdatesChart<Row>(props: UpdatesChartProps<Row>) {
  const { label, rows, xAxis, yAxis, yTick = tickText, showsX, tooltip, empty, children } = props;
  const [leads, setLeads] = useState(false);
  const xName = useStrings().charts.shared.update;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only notes which chart leads the shared hover
    <div
      className={styles.plot}
      onPointerEnter={() => setLeads(true)}
      onPointerLeave={() => setLeads(false)}
      onFocus={() => setLeads(true)}
      onBlur={() => setLeads(false)}
    >
      {empty && <div className={styles.empty}>{empty}</div>}
      {showsX && <span className={styles.xName}>{xName}</span>}
      <ComposedChart
        responsive
        className={styles.chart ?? ''}
        data={rows}
        margin={PLOT_MARGIN}
        syncId="updates"
        syncMethod={nearestTick}
        aria-label={label}
      >
        <CartesianGrid vertical={false} stroke={SERIES_COLOR.grid} />
        <XAxis
          dataKey="x"
          type="number"
          domain={[...xAxis.domain]}
          ticks={[...xAxis.ticks]}
          interval={0}
          tickLine={false}
          axisLine={{ stroke: SERIES_COLOR.grid }}
          tick={showsX ? AXIS_TICK : false}
          height={showsX ? X_AXIS_HEIGHT_PX : 8}
          tickFormatter={tickText}
        />
        <YAxis
          width={Y_AXIS_WIDTH_PX}
          domain={[...yAxis.domain]}
          ticks={rows.length > 0 ? [...yAxis.ticks] : []}
          interval={0}
          tickLine={false}
          axisLine={false}
          tick={AXIS_TICK}
          tickFormatter={yTick}
        />
        {children}
        {leads && <HoverReporter />}
        <Tooltip
          isAnimationActive={false}
          cursor={{ stroke: SERIES_COLOR.axis, strokeWidth: 1 }}
          content={({ active, label: at }) => <ChartTooltip content={active ? tooltip(Number(at)) : undefined} />}
        />
      </ComposedChart>
    </div>
  );
}
