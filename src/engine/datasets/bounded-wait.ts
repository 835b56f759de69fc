/** Calls back once after `delayMs`; the function returned cancels. A parameter, so that tests decide when time passes. */
export type StartTimer = (callback: () => void, delayMs: number) => () => void;

export interface WaitLimits {
  readonly signal: AbortSignal;
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
  return new Promise((resolve, reject) => {
    const onAbort = () => settle(() => reject(signal.reason));
    const cancelTimer = startTimer(() => settle(() => reject(stalled())), limitMs);
    const settle = (finish: () => void) => {
      cancelTimer();
      signal.removeEventListener('abort', onAbort);
      finish();
    };
    promise.then(
      (value) => settle(() => resolve(value)),
      (error: unknown) => settle(() => reject(error)),
    );
    if (signal.aborted) onAbort();
    else signal.addEventListener('abort', onAbort, { once: true });
  });
}
