import { type ReactNode, useMemo } from 'react';
import { CartesianGrid, ComposedChart, type SyncMethod, Tooltip, XAxis, YAxis } from 'recharts';
import { SERIES_COLOR } from '../styles/kind-colors.ts';
import { ChartTooltip, type TooltipContent } from './ChartTooltip.tsx';
import { type NumberAxis, tickText } from './number-axis.ts';
import styles from './plot.module.css';

/** Room for the numbers of the left axis, the same in every chart, so that charts above one another line up. */
const Y_AXIS_WIDTH_PX = 44;
const X_AXIS_HEIGHT_PX = 22;
/** Below a plot without numbers of its own, so that the lowest number of its left axis is not cut off. */
const NO_X_AXIS_HEIGHT_PX = 8;
const MARGIN = { top: 8, right: 18, bottom: 0, left: 0 };
const TICK = { fill: SERIES_COLOR.axis, fontSize: 11 };

export interface PlotProps<Row> {
  /** What it shows, for the name that assistive technology reads. */
  readonly label: string;
  /** Rows with their position under `x`. */
  readonly rows: readonly Row[];
  readonly xAxis: NumberAxis;
  readonly yAxis: NumberAxis;
  readonly yTick?: ((value: number) => string) | undefined;
  /** Name of the x-axis; none for the upper of two plots that share theirs. */
  readonly xName?: string | undefined;
  /** What the tooltip reads at a position. */
  readonly tooltip: (x: number) => TooltipContent | undefined;
  /** What will appear here, while nothing does. */
  readonly empty?: string | undefined;
  /** Plots that share a hover, and how each finds the place. */
  readonly sync?: { readonly id: string; readonly method: SyncMethod };
  /** Lines, areas and marks. */
  readonly children: ReactNode;
}

const NO_TICKS: number[] = [];

/** The library asks for arrays of its own. */
function copied({ domain, ticks }: NumberAxis): { domain: [number, number]; ticks: number[] } {
  return { domain: [...domain], ticks: [...ticks] };
}

/** One plot with its axes and its tooltip. Its box decides its size. */
export function Plot<Row>(props: PlotProps<Row>) {
  const { label, rows, xAxis, yAxis, yTick = tickText, xName, tooltip, empty, sync, children } = props;
  const x = useMemo(() => copied(xAxis), [xAxis]);
  const y = useMemo(() => copied(yAxis), [yAxis]);
  return (
    <>
      {empty && <div className={styles.empty}>{empty}</div>}
      {xName && <span className={styles.xName}>{xName}</span>}
      <ComposedChart
        responsive
        className={styles.chart ?? ''}
        data={rows}
        margin={MARGIN}
        aria-label={label}
        {...(sync ? { syncId: sync.id, syncMethod: sync.method } : {})}
      >
        <CartesianGrid vertical={false} stroke={SERIES_COLOR.grid} />
        <XAxis
          dataKey="x"
          type="number"
          domain={x.domain}
          ticks={x.ticks}
          interval={0}
          tickLine={false}
          axisLine={{ stroke: SERIES_COLOR.grid }}
          tick={xName ? TICK : false}
          height={xName ? X_AXIS_HEIGHT_PX : NO_X_AXIS_HEIGHT_PX}
          tickFormatter={tickText}
        />
        <YAxis
          width={Y_AXIS_WIDTH_PX}
          domain={y.domain}
          ticks={rows.length > 0 ? y.ticks : NO_TICKS}
          interval={0}
          tickLine={false}
          axisLine={false}
          tick={TICK}
          tickFormatter={yTick}
        />
        {children}
        <Tooltip
          isAnimationActive={false}
          cursor={{ stroke: SERIES_COLOR.axis, strokeWidth: 1 }}
          content={({ active, label: at }) => <ChartTooltip content={active ? tooltip(Number(at)) : undefined} />}
        />
      </ComposedChart>
    </>
  );
}
