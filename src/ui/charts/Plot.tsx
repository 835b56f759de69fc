import { createContext, memo, type ReactNode, use, useMemo } from 'react';
import {
  CartesianGrid,
  ComposedChart,
  type SyncMethod,
  Tooltip,
  type TooltipContentProps,
  XAxis,
  YAxis,
} from 'recharts';
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

/** What the tooltip of the plot around it reads. */
const TooltipSource = createContext<PlotProps<unknown>['tooltip']>(() => undefined);

function PlotTooltip({ active, label }: TooltipContentProps) {
  const read = use(TooltipSource);
  return <ChartTooltip content={active ? read(Number(label)) : undefined} />;
}

/** One element for all plots, always the same: a redraw of the lines leaves it alone. */
const TOOLTIP = (
  <Tooltip isAnimationActive={false} cursor={{ stroke: SERIES_COLOR.axis, strokeWidth: 1 }} content={PlotTooltip} />
);

/** One plot with its axes and its tooltip. Its box decides its size. */
export function Plot<Row>(props: PlotProps<Row>) {
  const { label, rows, xAxis, yAxis, yTick = tickText, xName, tooltip, empty, sync, children } = props;
  return (
    <TooltipSource value={tooltip}>
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
        <Axes x={useSame(xAxis)} y={useSame(yAxis)} yTick={yTick} hasX={xName !== undefined} hasY={rows.length > 0} />
        {children}
        {TOOLTIP}
      </ComposedChart>
    </TooltipSource>
  );
}

interface LibraryAxis {
  readonly domain: [number, number];
  readonly ticks: number[];
}

/** The axis as the library takes it, the same object while it says the same. */
function useSame({ domain, ticks }: NumberAxis): LibraryAxis {
  const said = `${domain.join()} ${ticks.join()}`;
  // biome-ignore lint/correctness/useExhaustiveDependencies: an axis is made anew with each redraw; what it says seldom changes
  return useMemo(() => ({ domain: [...domain], ticks: [...ticks] }), [said]);
}

interface AxesProps {
  readonly x: LibraryAxis;
  readonly y: LibraryAxis;
  readonly yTick: (value: number) => string;
  readonly hasX: boolean;
  readonly hasY: boolean;
}

/**
 * Grid and axes, drawn again only when an axis changes. `allowDataOverflow` says that the domain does not depend on the
 * data, so that new rows do not make the library work out its ticks again; what is drawn lies within the domain anyway.
 */
const Axes = memo(function Axes({ x, y, yTick, hasX, hasY }: AxesProps) {
  return (
    <>
      <CartesianGrid vertical={false} stroke={SERIES_COLOR.grid} />
      <XAxis
        dataKey="x"
        type="number"
        allowDataOverflow
        domain={x.domain}
        ticks={x.ticks}
        interval={0}
        tickLine={false}
        axisLine={{ stroke: SERIES_COLOR.grid }}
        tick={hasX ? TICK : false}
        height={hasX ? X_AXIS_HEIGHT_PX : NO_X_AXIS_HEIGHT_PX}
        tickFormatter={tickText}
      />
      <YAxis
        width={Y_AXIS_WIDTH_PX}
        allowDataOverflow
        domain={y.domain}
        ticks={hasY ? y.ticks : NO_TICKS}
        interval={0}
        tickLine={false}
        axisLine={false}
        tick={TICK}
        tickFormatter={yTick}
      />
    </>
  );
});
