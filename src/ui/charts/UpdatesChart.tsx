import { useState } from 'react';
import type { MouseHandlerDataParam } from 'recharts';
import { useStrings } from '../strings/use-strings.ts';
import { HoverReporter } from './HoverReporter.tsx';
import { nearestIndex } from './nearest.ts';
import { Plot, type PlotProps } from './Plot.tsx';
import styles from './plot.module.css';

export interface UpdatesChartProps<Row> extends Omit<PlotProps<Row>, 'sync' | 'xName'> {
  /** False for the upper of two charts that share their x-axis. */
  readonly showsX: boolean;
}

/** Each chart keeps rows of its own, so a shared hover goes to the row nearest to the update. */
function nearestTick(ticks: ReadonlyArray<{ readonly value?: unknown }>, state: MouseHandlerDataParam): number {
  const values = ticks.map((tick) => Number(tick.value));
  return nearestIndex(values, Number(state.activeLabel));
}

const SHARED_HOVER = { id: 'updates', method: nearestTick } as const;

/** A chart over updates: one x-axis and one hover for all of them. */
export function UpdatesChart<Row>({ showsX, children, ...plot }: UpdatesChartProps<Row>) {
  const [leads, setLeads] = useState(false);
  const { shared } = useStrings().charts;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only notes which chart leads the shared hover
    <div
      className={styles.plot}
      onPointerEnter={() => setLeads(true)}
      onPointerLeave={() => setLeads(false)}
      onFocus={() => setLeads(true)}
      onBlur={() => setLeads(false)}
    >
      <Plot {...plot} xName={showsX ? shared.update : undefined} sync={SHARED_HOVER}>
        {children}
        {leads && <HoverReporter />}
      </Plot>
    </div>
  );
}
