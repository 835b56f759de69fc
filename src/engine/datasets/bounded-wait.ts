import { abortable } from './abortable.ts';

/** Calls back once after `delayMs`; the function returned cancels. A parameter, so that tests decide when time passes. */
export type StartTimer = (callback: () => void, delayMs: number) => () => void;

/** The browser's own timer. */
export const startBrowserTimer: StartTimer = (callback, delayMs) => {
  const timer = setTimeout(callback, delayMs);
  return () => clearTimeout(timer);
};

export interface WaitLimits {
  /** Ends the wait when it is aborted, where there is one. */
  readonly signal?: AbortSignal;
  readonly startTimer: StartTimer;
  readonly limitMs: number;
  /** The error of a wait that reaches the limit. */
  readonly stalled: () => Error;
}

/**
 * Waits for `promise`, but not for ever: rejects with the signal's reason as soon as it is aborted, with `stalled()` when
 * nothing happens for `limitMs`. It holds even where the awaited side ignores the signal.
 */
export function boundedWait<T>(promise: Promise<T>, { signal, startTimer, limitMs, stalled }: WaitLimits): Promise<T> {
  let cancelTimer = () => {};
  const limit = new Promise<never>((_, reject) => {
    cancelTimer = startTimer(() => reject(stalled()), limitMs);
  });
  const limited = Promise.race([promise, limit]);
  return (signal ? abortable(limited, signal) : limited).finally(() => cancelTimer());
}
