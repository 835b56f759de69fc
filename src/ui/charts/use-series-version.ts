import { use, useEffect, useRef, useState } from 'react';
import { runStore } from '../stores/run-store.ts';
import { afterFrame, createFrameQueue } from './frame-queue.ts';
import { VisibilityContext } from './visibility.ts';

/** One queue for all charts of the page. */
const chartFrames = createFrameQueue(afterFrame);

/**
 * Changes when the run's series have changed, one chart a frame, and not while its panel is scrolled out
 * of sight. Read the series in a `useMemo` that depends on it.
 */
export function useSeriesVersion(): number {
  const visibility = use(VisibilityContext);
  const [version, setVersion] = useState(() => runStore.getState().seriesVersion);
  const drawn = useRef<{ version: number; settle: () => void }>({ version, settle: () => undefined });
  useEffect(() => {
    // Runs after the effects of the chart inside, with which the library takes over its new rows.
    drawn.current.version = version;
    drawn.current.settle();
  }, [version]);
  useEffect(() => {
    const job = () => {
      const { seriesVersion } = runStore.getState();
      if (seriesVersion === drawn.current.version) return Promise.resolve();
      return new Promise<void>((resolve) => {
        drawn.current.settle = resolve;
        setVersion(seriesVersion);
      });
    };
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
      drawn.current.settle();
    };
  }, [visibility]);
  return version;
}
