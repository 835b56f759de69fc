import { memo, useMemo } from 'react';
import { Area, Line } from 'recharts';
import { BYTE_KINDS } from '../../core/program/byte-kind.ts';
import { updateSeries } from '../stores/run-series.ts';
import { bytesQuantity, formatBytes, formatInteger } from '../strings/format.ts';
import type { Strings } from '../strings/language.ts';
import { useStrings } from '../strings/use-strings.ts';
import { KIND_COLOR, SERIES_COLOR } from '../styles/kind-colors.ts';
import { AdaptationMarks } from './AdaptationMarks.tsx';
import { BYTE_TICK, byteAxis } from './byte-axis.ts';
import { ChartLegend, type LegendItem } from './ChartLegend.tsx';
import type { TooltipContent } from './ChartTooltip.tsx';
import { useHoveredUpdate } from './hover-store.ts';
import { STACKED_AREA, STEP_LINE } from './line-props.ts';
import { type MemoryRow, memoryAxisTop, memoryRows, type PlanSpan, sumOfKinds } from './memory-rows.ts';
import { rowAt } from './metric-rows.ts';
import styles from './plot.module.css';
import { UpdatesChart } from './UpdatesChart.tsx';
import { useSeriesVersion } from './use-series-version.ts';
import { useUpdatesAxis } from './use-updates-axis.ts';

export interface MemoryPaneProps {
  readonly plans: readonly PlanSpan[];
}

/** The stack of planned bytes with the measured line and the budget. It redraws in a frame of its own. */
export const MemoryPane = memo(function MemoryPane({ plans }: MemoryPaneProps) {
  const strings = useStrings();
  const version = useSeriesVersion();
  const { memory: words, shared } = strings.charts;
  const xAxis = useUpdatesAxis(version);
  const end = xAxis.domain[1];
  const rows = useMemo(() => (version >= 0 ? readRows(plans, end) : []), [version, plans, end]);
  const top = memoryAxisTop(rows);
  const yAxis = useMemo(() => byteAxis(top), [top]);
  const kinds = BYTE_KINDS.filter((kind) => rows.some((row) => row[kind] > 0));
  const budget = rows.at(-1)?.budget ?? 0;
  const showsBudget = budget <= yAxis.domain[1];
  return (
    <div className={styles.pane}>
      <MemoryLegend rows={rows} showsBudget={showsBudget} unit={yAxis.unit} />
      {/* A kind that comes back would be stacked last: the chart begins anew where the kinds change. */}
      <UpdatesChart
        key={kinds.join()}
        label={shared.chart(words.title)}
        rows={rows}
        xAxis={xAxis}
        yAxis={yAxis}
        yTick={BYTE_TICK[yAxis.unit]}
        showsX
        tooltip={(update) => tooltipAt(rowAt(rows, update), strings)}
        empty={rows.length === 0 ? words.noPlan : undefined}
      >
        {kinds.map((kind) => (
          <Area {...STACKED_AREA} key={kind} dataKey={kind} fill={KIND_COLOR[kind]} />
        ))}
        {showsBudget && (
          <Line
            {...STEP_LINE}
            dataKey="budget"
            stroke={SERIES_COLOR.budget}
            strokeWidth={1.5}
            strokeDasharray="5 4"
            activeDot={false}
          />
        )}
        <Line {...STEP_LINE} dataKey="allocated" stroke={SERIES_COLOR.allocated} strokeWidth={2} connectNulls />
        <AdaptationMarks />
      </UpdatesChart>
    </div>
  );
});

function readRows(plans: readonly PlanSpan[], end: number): MemoryRow[] {
  return memoryRows(
    plans,
    { updates: updateSeries.column('update'), allocatedBytes: updateSeries.column('allocatedBytes') },
    end,
  );
}

interface MemoryLegendProps {
  readonly rows: readonly MemoryRow[];
  readonly showsBudget: boolean;
  readonly unit: string;
}

/** Kinds from the top of the stack down would read upside down in a line: they go from the bottom up. */
function MemoryLegend({ rows, showsBudget, unit }: MemoryLegendProps) {
  const { kinds, charts } = useStrings();
  const { memory: words } = charts;
  const row = rowAt(rows, useHoveredUpdate());
  if (!row) return <ChartLegend axisName={unit} items={[]} />;
  const allocated = rows.findLast((candidate) => candidate.allocated !== null && candidate.x <= row.x)?.allocated;
  const items: LegendItem[] = BYTE_KINDS.filter((kind) => row[kind] > 0).map((kind) => ({
    name: kinds[kind].name,
    color: KIND_COLOR[kind],
    shape: 'area',
  }));
  items.push({
    name: words.allocated,
    color: SERIES_COLOR.allocated,
    shape: 'line',
    quantity: allocated ? bytesQuantity(allocated) : { value: '–', unit: 'MiB' },
  });
  if (showsBudget) {
    const quantity = bytesQuantity(row.budget);
    items.push({ name: words.budget, color: SERIES_COLOR.budget, shape: 'dashed', quantity });
  } else {
    items.push({ name: words.budgetAbove(formatBytes(row.budget)), color: SERIES_COLOR.budget, shape: 'dashed' });
  }
  return <ChartLegend axisName={unit} items={items} />;
}

function tooltipAt(row: MemoryRow | undefined, { kinds, charts }: Strings): TooltipContent | undefined {
  if (!row) return undefined;
  const { memory: words, shared } = charts;
  const kindLines = [...BYTE_KINDS]
    .reverse()
    .filter((kind) => row[kind] > 0)
    .map((kind) => ({
      name: kinds[kind].name,
      color: KIND_COLOR[kind],
      shape: 'area' as const,
      quantity: bytesQuantity(row[kind]),
    }));
  const line = (name: string, color: string, shape: 'line' | 'dashed', bytes: number) => ({
    name,
    color,
    shape,
    quantity: bytesQuantity(bytes),
  });
  const lines = [
    line(words.budget, SERIES_COLOR.budget, 'dashed', row.budget),
    ...(row.allocated === null ? [] : [line(words.allocated, SERIES_COLOR.allocated, 'line', row.allocated)]),
    ...kindLines,
  ];
  const note = `${words.planned}: ${formatBytes(sumOfKinds(row))}`;
  return { title: shared.atUpdate(formatInteger(row.x)), lines, note };
}
