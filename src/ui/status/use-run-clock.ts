import { useEffect, useRef, useState } from 'react';
import { useRun } from '../stores/run-store.ts';
import { isActive } from '../stores/shown-plan.ts';

const TICK_MS = 200;

/** Milliseconds that the current run has worked, pauses left out; drawn five times a second while it works. */
export function useRunClock(): number {
  const runId = useRun((state) => state.runId);
  const isWorking = useRun((state) => isActive(state.phase) && state.phase !== 'paused');
  const worked = useRef({ runId, ms: 0 });
  const [shownMs, setShownMs] = useState(0);
  useEffect(() => {
    if (worked.current.runId !== runId) worked.current = { runId, ms: 0 };
    const before = worked.current.ms;
    setShownMs(before);
    if (!isWorking) return;
    const startedAt = performance.now();
    const tick = () => {
      worked.current.ms = before + performance.now() - startedAt;
      setShownMs(worked.current.ms);
    };
    const timer = setInterval(tick, TICK_MS);
    return () => {
      clearInterval(timer);
      tick();
    };
  }, [runId, isWorking]);
  return shownMs;
}
