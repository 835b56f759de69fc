import { useMemo, useState } from 'react';
import { Area, ReferenceArea, ReferenceDot, ReferenceLine } from 'recharts';
import { BYTE_KINDS, type ByteKind } from '../../core/program/byte-kind.ts';
import type { SliceTimeline } from '../../core/program/plan-report.ts';
import { bytesQuantity, formatBytes, formatInteger } from '../strings/format.ts';
import type { Strings } from '../strings/language.ts';
import { useStrings } from '../strings/use-strings.ts';
import { KIND_COLOR, SERIES_COLOR } from '../styles/kind-colors.ts';
import { BYTE_TICK, byteAxis } from './byte-axis.ts';
import { ChartLegend, type LegendItem } from './ChartLegend.tsx';
import type { TooltipContent } from './ChartTooltip.tsx';
import { STACKED_AREA } from './line-props.ts';
import { rangeAxis } from './number-axis.ts';
import { Plot } from './Plot.tsx';
import styles from './plot.module.css';
import { backwardStart, type SliceRow, sliceRows, steadyKinds, totalAt } from './slice-rows.ts';
import { kernelName, type PeakWords } from './slice-words.ts';

/** Room above the peak for its name and for the names of the passes. */
const ROOM_ABOVE_PEAK = 1.25;
const MARK_TEXT = { fill: SERIES_COLOR.axis, fontSize: 11 };

export interface SliceTimelinePaneProps {
  readonly timeline: SliceTimeline;
  readonly peak: PeakWords;
}

/** The rise through the forward pass, the fall through the backward pass, and the peak. */
export function SliceTimelinePane({ timeline, peak }: SliceTimelinePaneProps) {
  const strings = useStrings();
  const { sliceTimeline: words, shared } = strings.charts;
  const [hidesSteady, setHidesSteady] = useState(false);
  const rows = useMemo(() => sliceRows(timeline), [timeline]);
  const steady = useMemo(() => steadyKinds(timeline), [timeline]);
  const kinds = useMemo(() => drawnKinds(rows, hidesSteady ? steady : []), [rows, hidesSteady, steady]);
  const peakBytes = totalAt(timeline, timeline.peakCommand, kinds);
  const yAxis = useMemo(() => byteAxis(peakBytes * ROOM_ABOVE_PEAK, 7), [peakBytes]);
  const commands = timeline.labels.length;
  const xAxis = useMemo(() => rangeAxis(commands), [commands]);
  return (
    <div className={styles.pane}>
      <div className={styles.legendRow}>
        <ChartLegend axisName={yAxis.unit} items={legendOf(kinds, strings)} />
        <button
          type="button"
          className={styles.toggle}
          aria-pressed={hidesSteady}
          onClick={() => setHidesSteady(!hidesSteady)}
        >
          {words.hideFixed}
        </button>
      </div>
      <div className={styles.plot}>
        <Plot
          label={shared.chart(words.title)}
          rows={rows}
          xAxis={xAxis}
          yAxis={yAxis}
          yTick={BYTE_TICK[yAxis.unit]}
          xName={words.commandAxis}
          tooltip={(x) => tooltipAt(timeline, x, strings)}
        >
          {kinds.map((kind) => (
            <Area {...STACKED_AREA} key={kind} dataKey={kind} fill={KIND_COLOR[kind]} />
          ))}
          {passMarks(backwardStart(timeline), commands, words)}
          {peakMark(timeline.peakCommand, peakBytes, words.peakMark)}
        </Plot>
      </div>
      <p className={styles.caption}>
        <strong>{words.peak}</strong> {words.peakAt(peak)}.{' '}
        {hidesSteady && words.hidden(formatBytes(totalAt(timeline, 0, steady)))}
      </p>
    </div>
  );
}

function drawnKinds(rows: readonly SliceRow[], hidden: readonly ByteKind[]): ByteKind[] {
  return BYTE_KINDS.filter((kind) => !hidden.includes(kind) && rows.some((row) => row[kind] > 0));
}

function legendOf(kinds: readonly ByteKind[], strings: Strings): LegendItem[] {
  return kinds.map((kind) => ({ name: strings.kinds[kind].name, color: KIND_COLOR[kind], shape: 'area' }));
}

/** The two passes by name, and the line between them. */
function passMarks(boundary: number, commands: number, words: { readonly forward: string; readonly backward: string }) {
  const label = (value: string) => ({ value, position: 'insideTop', ...MARK_TEXT }) as const;
  return [
    <ReferenceArea key="forward" x1={0} x2={boundary} fill="none" label={label(words.forward)} />,
    <ReferenceArea key="backward" x1={boundary} x2={commands} fill="none" label={label(words.backward)} />,
    <ReferenceLine key="boundary" x={boundary} stroke={SERIES_COLOR.axis} strokeDasharray="3 3" />,
  ];
}

function peakMark(command: number, bytes: number, name: string) {
  const text = { ...MARK_TEXT, fill: 'var(--text)', fontWeight: 600 };
  return (
    <ReferenceDot
      x={command}
      y={bytes}
      r={4}
      fill="var(--text)"
      stroke="var(--surface-panel)"
      strokeWidth={1.5}
      label={{ value: name, position: 'top', ...text }}
    />
  );
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
  const kernel = kernelName(timeline.labels[command]) || words.unnamedKernel;
  const place = words.command(formatInteger(command + 1), formatInteger(commands));
  return {
    title: `${kernel} · ${terms.slicePhases[phase].toLowerCase()}`,
    lines,
    note: `${words.total}: ${formatBytes(totalAt(timeline, command))} · ${place}`,
  };
}
