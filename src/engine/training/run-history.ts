import { createMetricSeries } from '../../core/metrics/metric-series.ts';
import type { RunHistoryTables } from '../../protocol/kept-run.ts';
import { EVALUATION_COLUMNS, type MetricsPacket, UPDATE_COLUMNS } from '../../protocol/metrics-packet.ts';

/** Rows kept of each table: 13 columns of so many doubles are 1.7 MB in every checkpoint. */
const HISTORY_ROWS = 16_384;

/** The curves of a run as its checkpoints hold them: all of its updates, fewer and fewer of them the longer it runs. */
export class RunHistory {
  readonly #updates = createMetricSeries(UPDATE_COLUMNS, HISTORY_ROWS);
  readonly #evaluations = createMetricSeries(EVALUATION_COLUMNS, HISTORY_ROWS);
  #skippedInARow = 0;

  /** Skipped updates at the end. */
  get skippedInARow(): number {
    return this.#skippedInARow;
  }

  add({ updates, evaluations }: MetricsPacket): void {
    this.#updates.append(updates);
    this.#evaluations.append(evaluations);
    for (const skipped of updates.skipped) this.#skippedInARow = skipped === 0 ? 0 : this.#skippedInARow + 1;
  }

  /** Copies, which nothing changes. */
  tables(): RunHistoryTables {
    return { updates: this.#updates.table(), evaluations: this.#evaluations.table() };
  }

  /** In place of all that there is. */
  restore({ updates, evaluations }: RunHistoryTables, skippedInARow: number): void {
    this.#updates.restore(updates);
    this.#evaluations.restore(evaluations);
    this.#skippedInARow = skippedInARow;
  }

  clear(): void {
    this.#updates.clear();
    this.#evaluations.clear();
    this.#skippedInARow = 0;
  }
}
