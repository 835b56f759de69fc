/**
 * Spreads work over animation frames, in the order it was asked for. Redrawing every chart at once would block the page for
 * longer than a frame; so a frame takes one job, and a job that is still being drawn holds up the next.
 */
export interface FrameQueue {
  /** Runs the job in a later frame; a job that is already waiting keeps its place. It settles when what it asked for is drawn. */
  enqueue(job: Job): void;
  /** Forgets a waiting job. */
  cancel(job: Job): void;
}

export type Job = () => Promise<void>;

/** @param requestFrame calls back once, after the next frame, see `afterFrame` */
export function createFrameQueue(requestFrame: (callback: () => void) => void): FrameQueue {
  const waiting = new Set<Job>();
  let isBusy = false;

  function request(): void {
    if (isBusy || waiting.size === 0) return;
    isBusy = true;
    requestFrame(() => {
      const [job] = waiting;
      if (!job) return rest();
      waiting.delete(job);
      // Also after a job that fails: one broken chart must not stop the others.
      void job().then(rest, rest);
    });
  }

  function rest(): void {
    isBusy = false;
    request();
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

/** Calls back after the next frame, in a task of its own: work in a frame's callback would add to its layout and paint. */
export function afterFrame(callback: () => void): void {
  requestAnimationFrame(() => setTimeout(callback));
}
