import { useEffect, useState } from 'react';
import { useRun } from '../stores/run-store.ts';
import { isActive } from '../stores/shown-plan.ts';

const TICK_MS = 200;

/** What the newest run has worked so far. Outside the component: the line moves where the page turns narrow. */
const worked = { runId: 0, ms: 0 };

/** Milliseconds that the current run has worked, pauses left out; drawn five times a second while it works. */
export function useRunClock(): number {
  const runId = useRun((state) => state.runId);
  const isWorking = useRun((state) => isActive(state.phase) && state.phase !== 'paused');
  const [shownMs, setShownMs] = useState(worked.runId === runId ? worked.ms : 0);
  useEffect(() => {
    if (worked.runId !== runId) Object.assign(worked, { runId, ms: 0 });
    const before = worked.ms;
    setShownMs(before);
    if (!isWorking) return;
    const startedAt = performance.now();
    const tick = () => {
      worked.ms = before + performance.now() - startedAt;
      setShownMs(worked.ms);
    };
    const timer = setInterval(tick, TICK_MS);
    return () => {
      clearInterval(timer);
      tick();
    };
  }, [runId, isWorking]);
  return shownMs;
}
