import type { WorkloadId } from '../core/config/training-config.ts';
import type { DataChoices } from '../core/data/data-in-use.ts';
import type { ImportedSummary } from '../core/data/imported-data.ts';
import type { Failure } from '../core/failures.ts';

/** A data set that a person gave, as the page lists it. */
export interface ImportedData extends ImportedSummary {
  readonly keeping:
    | { readonly status: 'kept' /** In milliseconds since 1970. */; readonly keptAtMs: number }
    /** It can be used until the page closes. */
    | { readonly status: 'session-only'; readonly failure: Failure };
}

export interface ExampleCounts {
  readonly trainExamples: number;
  readonly testExamples: number;
}

/** All that the worker knows about data. Sent whole, whenever something of it changes. */
export interface DataReport {
  /** In the order of their ids. */
  readonly imported: readonly ImportedData[];
  readonly inUse: DataChoices;
  /** Examples that a run of each workload would learn from and be tested on. */
  readonly sizes: ReadonlyMap<WorkloadId, ExampleCounts>;
  /** What the browser's storage refused last. */
  readonly failure?: Failure;
}

/** How an import goes. The last three end it. */
export type ImportProgress =
  /** Bytes of the files while reading, of the decoded images while keeping. */
  | {
      readonly type: 'reading' | 'keeping';
      readonly doneBytes: number;
      readonly totalBytes: number;
      readonly elapsedMs: number;
    }
  | { readonly type: 'finished'; readonly imported: ImportedData }
  | { readonly type: 'failed'; readonly failure: Failure }
  | { readonly type: 'cancelled' };
