import { memo } from 'react';
import { ReferenceLine } from 'recharts';
import { useRun } from '../stores/run-store.ts';
import { SERIES_COLOR } from '../styles/kind-colors.ts';
import { markedUpdates } from './marked-updates.ts';

/** A thin line at each update in which the run's plan was exchanged. Inside a chart over updates. */
export const AdaptationMarks = memo(function AdaptationMarks() {
  const adaptations = useRun((state) => state.adaptations);
  return markedUpdates(adaptations).map((update) => (
    <ReferenceLine key={update} x={update} stroke={SERIES_COLOR.axis} strokeWidth={1} strokeDasharray="2 3" />
  ));
});
