import { memo, useMemo } from 'react';
import { useRun } from '../stores/run-store.ts';

export interface LiveSummaryProps {
  /** Makes the sentence; the same function until it says something else of the same numbers. */
  readonly read: () => string;
}

/** What a chart shows, in a sentence that follows the run. Its own component: the panel round it is not drawn again. */
export const LiveSummary = memo(function LiveSummary({ read }: LiveSummaryProps) {
  const version = useRun((state) => state.seriesVersion);
  return useMemo(() => (version >= 0 ? read() : ''), [version, read]);
});
