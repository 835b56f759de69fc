import classes from './ChartGrid.module.css';
import { LossChart } from './charts/LossChart.tsx';
import { MemoryChart } from './charts/MemoryChart.tsx';
import { MicroBatchChart } from './charts/MicroBatchChart.tsx';
import { SliceTimelineChart } from './charts/SliceTimelineChart.tsx';
import { ThroughputChart } from './charts/ThroughputChart.tsx';

/** The five charts: what is learned and what it takes, then the inside of one slice, then how the batch is cut and how fast. */
export function ChartGrid() {
  return (
    <div className={classes.grid}>
      <LossChart />
      <MemoryChart />
      <div className={classes.wide}>
        <SliceTimelineChart />
      </div>
      <MicroBatchChart />
      <ThroughputChart />
    </div>
  );
}
