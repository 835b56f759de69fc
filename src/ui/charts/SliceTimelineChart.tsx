import { useCallback, useMemo } from 'react';
import { BYTE_KINDS } from '../../core/program/byte-kind.ts';
import type { SliceTimeline } from '../../core/program/plan-report.ts';
import { useShownPlan } from '../stores/shown-plan.ts';
import { formatBytes, formatInteger } from '../strings/format.ts';
import type { Strings } from '../strings/language.ts';
import { useStrings } from '../strings/use-strings.ts';
import { ChartPanel } from './ChartPanel.tsx';
import { type ChartTable, chartTable } from './chart-table.ts';
import styles from './plot.module.css';
import { SliceTimelinePane } from './SliceTimelinePane.tsx';
import { totalAt } from './slice-rows.ts';
import { kernelName, peakWords } from './slice-words.ts';

/** Live bytes by kind over the GPU commands of one slice: of the run on the device, else of the form's plan. */
export function SliceTimelineChart() {
  const strings = useStrings();
  const { sliceTimeline: words } = strings.charts;
  const { report } = useShownPlan();
  const timeline = report?.verdict === 'fits' ? report.timeline : undefined;
  const peak = useMemo(() => (timeline ? peakWords(timeline, strings) : undefined), [timeline, strings]);
  const missing = report === undefined ? words.noPlan : words.noTimeline;
  const summary = useCallback(() => (peak ? words.summary(peak) : missing), [peak, words, missing]);
  return (
    <ChartPanel
      title={words.title}
      lead={words.lead}
      explanation={words.explanation}
      summary={summary}
      table={() => timelineTable(timeline, strings)}
      fileName="inside-one-slice"
    >
      {timeline && peak ? (
        <SliceTimelinePane timeline={timeline} peak={peak} />
      ) : (
        <div className={styles.plot}>
          <div className={styles.empty}>{missing}</div>
        </div>
      )}
    </ChartPanel>
  );
}

function timelineTable(timeline: SliceTimeline | undefined, { charts, terms, kinds }: Strings): ChartTable {
  if (!timeline) return chartTable([]);
  const { sliceTimeline: words } = charts;
  const commands = timeline.labels.map((_, index) => index);
  return chartTable([
    { name: words.number, csvName: 'command', values: commands.map((index) => index + 1), format: formatInteger },
    { name: words.kernel, csvName: 'kernel', values: timeline.labels.map(kernelName) },
    { name: words.pass, csvName: 'pass', values: timeline.phases.map((phase) => terms.slicePhases[phase]) },
    {
      name: words.total,
      csvName: 'liveBytes',
      values: commands.map((index) => totalAt(timeline, index)),
      format: formatBytes,
    },
    ...BYTE_KINDS.map((kind) => ({
      name: kinds[kind].name,
      csvName: `${kind}Bytes`,
      values: timeline.bytes[kind],
      format: formatBytes,
    })),
  ]);
}
