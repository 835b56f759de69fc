/**
 * Spreads work over animation frames: one job a frame, in the order they were asked for. Redrawing every chart at once
 * would block the page for longer than one frame; one chart a frame does not.
 */
export interface FrameQueue {
  /** Runs the job in a later frame; a job that is already waiting keeps its place. */
  enqueue(job: () => void): void;
  /** Forgets a waiting job. */
  cancel(job: () => void): void;
}

/** @param requestFrame calls back once, before the next paint, such as `requestAnimationFrame` */
export function createFrameQueue(requestFrame: (callback: () => void) => void): FrameQueue {
  const waiting = new Set<() => void>();
  let isRequested = false;

  function request(): void {
    if (isRequested || waiting.size === 0) return;
    isRequested = true;
    requestFrame(runOne);
  }

  function runOne(): void {
    isRequested = false;
    const [job] = waiting;
    if (job === undefined) return;
    waiting.delete(job);
    // The next frame is asked for first, so that a job which throws does not stop the others.
    request();
    job();
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
