import { use, useEffect, useState } from 'react';
import { runStore } from '../stores/run-store.ts';
import { createFrameQueue } from './frame-queue.ts';
import { VisibilityContext } from './visibility.ts';

/** One queue for all charts of the page. */
const chartFrames = createFrameQueue((callback) => requestAnimationFrame(callback));

/**
 * Changes when the run's series have changed, each caller in a frame of its own, and not while its panel is scrolled out
 * of sight. Read the series in a `useMemo` that depends on it.
 */
export function useSeriesVersion(): number {
  const visibility = use(VisibilityContext);
  const [version, setVersion] = useState(() => runStore.getState().seriesVersion);
  useEffect(() => {
    const job = () => setVersion(runStore.getState().seriesVersion);
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
