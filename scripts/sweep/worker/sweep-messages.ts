import type { WorkloadId } from '../../../src/core/config/training-config.ts';
import type { RequestCounts } from '../chosen-faults.ts';
import type { Fault, SweepMode } from '../faults.ts';
import type { SweptFault } from '../swept-fault.ts';

/** One question to the worker of a sweep; it answers each before the next is asked. */
export type SweepRequest =
  /** Makes a workload ready. Once a worker. */
  | { readonly type: 'open'; readonly workload: WorkloadId; readonly mode: SweepMode }
  | { readonly type: 'sweep'; readonly faults: readonly Fault[] };

export type SweepReply =
  /** Requests of a run in which nothing fails. */
  | { readonly type: 'opened'; readonly counts: RequestCounts }
  | { readonly type: 'swept'; readonly results: readonly SweptFault[] }
  | { readonly type: 'failed'; readonly detail: string };
