import { useMemo } from 'react';
import {
  Area,
  CartesianGrid,
  ComposedChart,
  ReferenceArea,
  ReferenceDot,
  ReferenceLine,
  Tooltip,
  XAxis,
  YAxis,
} from 'recharts';
import { BYTE_KINDS } from '../../core/program/byte-kind.ts';
import type { SliceTimeline } from '../../core/program/plan-report.ts';
import { bytesQuantity, formatBytes, formatInteger } from '../strings/format.ts';
import type { Strings } from '../strings/language.ts';
import { useStrings } from '../strings/use-strings.ts';
import { KIND_COLOR, SERIES_COLOR } from '../styles/kind-colors.ts';
import { byteAxis, byteTickText } from './byte-axis.ts';
import { ChartLegend, type LegendItem } from './ChartLegend.tsx';
import { ChartTooltip, type TooltipContent } from './ChartTooltip.tsx';
import { STACKED_AREA } from './line-props.ts';
import { countAxis } from './number-axis.ts';
import styles from './plot.module.css';
import { AXIS_TICK, PLOT_MARGIN, X_AXIS_HEIGHT_PX, Y_AXIS_WIDTH_PX } from './plot-metrics.ts';
import { backwardStart, sliceRows, totalAt } from './slice-rows.ts';
import { kernelName, type PeakWords } from './slice-words.ts';

export interface SliceTimelinePaneProps {
  readonly timeline: SliceTimeline;
  readonly peak: PeakWords;
}

/** The rise through the forward pass, the fall through the backward pass, and the peak. */
export function SliceTimelinePane({ timeline, peak }: SliceTimelinePaneProps) {
  const strings = useStrings();
  const { sliceTimeline: words, shared } = strings.charts;
  const rows = useMemo(() => sliceRows(timeline), [timeline]);
  const peakBytes = totalAt(timeline, timeline.peakCommand);
  const yAxis = useMemo(() => byteAxis(peakBytes * 1.2), [peakBytes]);
  const commands = timeline.labels.length;
  const xTicks = useMemo(() => countAxis(commands, 5).ticks.filter((tick) => tick <= commands), [commands]);
  const boundary = backwardStart(timeline);
  const kinds = BYTE_KINDS.filter((kind) => rows.some((row) => row[kind] > 0));
  const legend: LegendItem[] = kinds.map((kind) => ({
    name: strings.kinds[kind].name,
    color: KIND_COLOR[kind],
    shape: 'area',
  }));
  return (
    <div className={styles.pane}>
      <ChartLegend axisName={yAxis.unit} items={legend} />
      <div className={styles.plot}>
        <span className={styles.xName}>{words.commandAxis}</span>
        <ComposedChart
          responsive
          className={styles.chart ?? ''}
          data={rows}
          margin={PLOT_MARGIN}
          aria-label={shared.chart(words.title)}
        >
          <CartesianGrid vertical={false} stroke={SERIES_COLOR.grid} />
          <XAxis
            dataKey="x"
            type="number"
            domain={[0, commands]}
            ticks={xTicks}
            interval={0}
            tickLine={false}
            axisLine={{ stroke: SERIES_COLOR.grid }}
            tick={AXIS_TICK}
            height={X_AXIS_HEIGHT_PX}
          />
          <YAxis
            width={Y_AXIS_WIDTH_PX}
            domain={[...yAxis.domain]}
            ticks={[...yAxis.ticks]}
            interval={0}
            tickLine={false}
            axisLine={false}
            tick={AXIS_TICK}
            tickFormatter={(bytes) => byteTickText(bytes, yAxis.unit)}
          />
          {kinds.map((kind) => (
            <Area {...STACKED_AREA} key={kind} dataKey={kind} fill={KIND_COLOR[kind]} />
          ))}
          <ReferenceArea x1={0} x2={boundary} fill="none" label={phaseLabel(words.forward)} />
          <ReferenceArea x1={boundary} x2={commands} fill="none" label={phaseLabel(words.backward)} />
          <ReferenceLine x={boundary} stroke={SERIES_COLOR.axis} strokeDasharray="3 3" />
          <ReferenceDot
            x={timeline.peakCommand}
            y={peakBytes}
            r={4}
            fill="var(--text)"
            stroke="var(--surface-panel)"
            strokeWidth={1.5}
            label={{
              value: words.peak.toLowerCase(),
              position: 'top',
              ...AXIS_TICK,
              fill: 'var(--text)',
              fontWeight: 600,
            }}
          />
          <Tooltip
            isAnimationActive={false}
            cursor={{ stroke: SERIES_COLOR.axis, strokeWidth: 1 }}
            content={({ active, label }) => (
              <ChartTooltip content={active ? tooltipAt(timeline, Number(label), strings) : undefined} />
            )}
          />
        </ComposedChart>
      </div>
      <p className={styles.caption}>
        <strong>{words.peak}</strong> {words.peakAt(peak)}
      </p>
    </div>
  );
}

function phaseLabel(value: string) {
  return { value, position: 'insideTop', ...AXIS_TICK } as const;
}

function tooltipAt(timeline: SliceTimeline, x: number, { terms, kinds, charts }: Strings): TooltipContent | undefined {
  const commands = timeline.labels.length;
  const command = Math.min(x, commands - 1);
  const phase = timeline.phases[command];
  if (phase === undefined) return undefined;
  const { sliceTimeline: words } = charts;
  const lines = [...BYTE_KINDS]
    .reverse()
    .filter((kind) => (timeline.bytes[kind][command] ?? 0) > 0)
    .map((kind) => ({
      name: kinds[kind].name,
      color: KIND_COLOR[kind],
      shape: 'area' as const,
      quantity: bytesQuantity(timeline.bytes[kind][command] ?? 0),
    }));
  return {
    title: `${kernelName(timeline.labels[command]) || words.unnamedKernel} · ${terms.slicePhases[phase].toLowerCase()}`,
    lines,
    note: `${words.total}: ${formatBytes(totalAt(timeline, command))} · ${words.command(formatInteger(command + 1), formatInteger(commands))}`,
  };
}
