import { FailureError, failureOf } from '../../core/failures.ts';
import type { UpdateRow } from './metrics-batcher.ts';

/** Skipped updates in a row after which a run ends. */
const SKIPPED_IN_A_ROW = 10;

/**
 * Counts updates that a NaN or infinite loss or gradient turned into no-ops: on the device such an update changes
 * nothing. One is a warning; ten in a row end the run.
 */
export class NonFiniteGuard {
  readonly #warn: (text: string) => void;
  #inARow: number;

  /** @param skippedInARow skipped updates at the end of those that a run goes on from */
  constructor(warn: (text: string) => void, skippedInARow = 0) {
    this.#warn = warn;
    this.#inARow = skippedInARow;
  }

  /** Throws FailureError at the tenth skipped update in a row. */
  check(row: UpdateRow): void {
    if (row.skipped === 0) {
      this.#inARow = 0;
      return;
    }
    this.#inARow += 1;
    this.#warn(`Update ${row.update} was skipped: its loss or gradient is not finite. Parameters stay as they were.`);
    if (this.#inARow >= SKIPPED_IN_A_ROW) {
      const { update, learningRate } = row;
      const quantity = Number.isFinite(row.loss) ? 'gradient' : 'loss';
      throw new FailureError(failureOf('non-finite', { quantity, update, skippedInARow: this.#inARow, learningRate }));
    }
  }
}
