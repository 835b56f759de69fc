import { useEffect, useState } from 'react';
import { runStore } from '../stores/run-store.ts';
import { createFrameQueue } from './frame-queue.ts';

/** One queue for all charts of the page. */
const chartFrames = createFrameQueue((callback) => requestAnimationFrame(callback));

/**
 * Changes when the run's series have changed, each caller in a frame of its own. Read the series in a `useMemo` that
 * depends on it.
 */
export function useSeriesVersion(): number {
  const [version, setVersion] = useState(() => runStore.getState().seriesVersion);
  useEffect(() => {
    const job = () => setVersion(runStore.getState().seriesVersion);
    const unsubscribe = runStore.subscribe((state, previous) => {
      if (state.seriesVersion !== previous.seriesVersion) chartFrames.enqueue(job);
    });
    chartFrames.enqueue(job);
    return () => {
      unsubscribe();
      chartFrames.cancel(job);
    };
  }, []);
  return version;
}
