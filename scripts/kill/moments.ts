/** A point in the write of a checkpoint. */
export interface Moment {
  /** Step of the write, from 1, at which the browser is killed. */
  readonly step: number;
  /** The worker stands still at the step, so that nothing of the write follows; else the write runs on into the kill. */
  readonly isHeld: boolean;
}

/**
 * So many moments, spread evenly over the steps of a write from its first to the one before its end; every other one is
 * held. Of more moments than there are steps some stand at the same step.
 */
export function spreadMoments(moments: number, steps: number): readonly Moment[] {
  const last = steps - 1;
  return Array.from({ length: moments }, (_, index) => ({
    step: moments === 1 ? Math.ceil(last / 2) : 1 + Math.round((index * (last - 1)) / (moments - 1)),
    isHeld: index % 2 === 0,
  }));
}
