import { use, useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { runStore } from '../stores/run-store.ts';
import { createFrameQueue } from './frame-queue.ts';
import { VisibilityContext } from './visibility.ts';

/** One queue for all charts of the page. */
const chartFrames = createFrameQueue(
  (callback) => requestAnimationFrame(callback),
  () => performance.now(),
);

/**
 * Changes when the run's series have changed, one chart a frame, and not while its panel is scrolled out
 * of sight. Read the series in a `useMemo` that depends on it.
 */
export function useSeriesVersion(): number {
  const visibility = use(VisibilityContext);
  const [version, setVersion] = useState(() => runStore.getState().seriesVersion);
  useEffect(() => {
    // Synchronous, so that the queue knows what the redraw took and React does not put two charts into one task.
    const job = () => flushSync(() => setVersion(runStore.getState().seriesVersion));
    const ask = () => chartFrames.enqueue(job);
    const stopFollowing = runStore.subscribe((state, previous) => {
      if (state.seriesVersion !== previous.seriesVersion && visibility.isVisible) ask();
    });
    const stopWatching = visibility.onShow(ask);
    ask();
    return () => {
      stopFollowing();
      stopWatching();
      chartFrames.cancel(job);
    };
  }, [visibility]);
  return version;
}
