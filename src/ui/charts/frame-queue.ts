/**
 * Spreads work over animation frames, in the order it was asked for. Redrawing every chart at once would block the page for
 * longer than a frame; so a frame takes jobs until a few milliseconds are gone: one chart, or several small things.
 */
export interface FrameQueue {
  /** Runs the job in a later frame; a job that is already waiting keeps its place. */
  enqueue(job: () => void): void;
  /** Forgets a waiting job. */
  cancel(job: () => void): void;
}

/** Milliseconds of a frame after which no other job begins. */
const FRAME_SHARE_MS = 5;

/**
 * @param requestFrame calls back once, before the next paint, such as `requestAnimationFrame`
 * @param now milliseconds of a rising clock
 */
export function createFrameQueue(requestFrame: (callback: () => void) => void, now: () => number): FrameQueue {
  const waiting = new Set<() => void>();
  let isRequested = false;

  function request(): void {
    if (isRequested || waiting.size === 0) return;
    isRequested = true;
    requestFrame(runFrame);
  }

  function runFrame(): void {
    isRequested = false;
    const startMs = now();
    try {
      for (const job of [...waiting]) {
        if (!waiting.delete(job)) continue;
        job();
        if (now() - startMs >= FRAME_SHARE_MS) break;
      }
    } finally {
      // Also after a job that throws: one broken chart must not stop the others.
      request();
    }
  }

  return {
    enqueue(job) {
      waiting.add(job);
      request();
    },
    cancel(job) {
      waiting.delete(job);
    },
  };
}
