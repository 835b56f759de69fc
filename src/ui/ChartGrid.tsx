import classes from './ChartGrid.module.css';
import { LossChart } from './charts/LossChart.tsx';
import { MemoryChart } from './charts/MemoryChart.tsx';
import { MicroBatchChart } from './charts/MicroBatchChart.tsx';
import { SliceTimelineChart } from './charts/SliceTimelineChart.tsx';
import { ThroughputChart } from './charts/ThroughputChart.tsx';
import { PartBoundary } from './status/PartBoundary.tsx';

const CHARTS = [
  { id: 'loss', Chart: LossChart, isWide: false },
  { id: 'memory', Chart: MemoryChart, isWide: false },
  { id: 'slice', Chart: SliceTimelineChart, isWide: true },
  { id: 'micro-batch', Chart: MicroBatchChart, isWide: false },
  { id: 'throughput', Chart: ThroughputChart, isWide: false },
] as const;

/** The five charts: what is learned and what it takes, then the inside of one slice, then how the batch is cut and how fast. */
export function ChartGrid() {
  return (
    <div className={classes.grid}>
      {CHARTS.map(({ id, Chart, isWide }) => (
        <div key={id} className={isWide ? classes.wide : undefined}>
          <PartBoundary>
            <Chart />
          </PartBoundary>
        </div>
      ))}
    </div>
  );
}
