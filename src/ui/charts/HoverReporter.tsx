import { useEffect } from 'react';
import { useActiveTooltipLabel } from 'recharts';
import { setHoveredUpdate } from './hover-store.ts';

/**
 * Tells the other charts' legends which update is under the pointer or the keyboard cursor. Rendered inside the one chart
 * that has it: the charts that follow snap to rows of their own, and must not answer.
 */
export function HoverReporter() {
  const label = useActiveTooltipLabel();
  const update = label === undefined ? undefined : Number(label);
  useEffect(() => {
    setHoveredUpdate(update !== undefined && Number.isFinite(update) ? update : undefined);
  }, [update]);
  useEffect(() => () => setHoveredUpdate(undefined), []);
  return null;
}
