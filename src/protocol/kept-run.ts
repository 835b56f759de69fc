/** Runs that outlive their worker, their page or their device: what is asked and told of them. */
import type { HistoryName, HistoryTable } from '../core/checkpoint/checkpoint.ts';
import type { TrainingConfig } from '../core/config/training-config.ts';
import type { Failure } from '../core/failures.ts';

/** The newest checkpoint of a run, in the browser's storage. */
export interface KeptRun {
  readonly id: number;
  readonly config: TrainingConfig;
  /** Updates made. */
  readonly updates: number;
  /** Milliseconds since 1970. */
  readonly createdAtMs: number;
  readonly byteLength: number;
}

/** All that is kept, the newest first. */
export interface KeptRunsReport {
  readonly runs: readonly KeptRun[];
  /** What the browser's storage refused last. */
  readonly failure?: Failure;
}

/**
 * Where a run to be continued comes from: what this browser keeps, a file that holds it whole, or a file with parameters
 * alone, with which a run begins.
 */
export type RunSource =
  | { readonly type: 'kept'; readonly id: number }
  | { readonly type: 'file'; readonly file: File }
  | { readonly type: 'parameters'; readonly file: File };

/** `parameters`: those alone, as other programs read them; `run`: all that it takes to go on. */
export type ExportKind = 'parameters' | 'run';

/** Page → worker. */
export type KeepCommand =
  | { readonly type: 'list-kept-runs' }
  /** Removes every checkpoint of the run that this one belongs to. */
  | { readonly type: 'discard-kept-run'; readonly id: number }
  /** Keep a checkpoint as soon as the update being made is done: the page may be closed soon. */
  | { readonly type: 'keep-run'; readonly runId: number }
  /** Read what run a file holds, or whether its parameters are those of `config`'s model; nothing else changes. */
  | {
      readonly type: 'open-run-file';
      readonly openId: number;
      readonly file: File;
      readonly config: TrainingConfig;
    }
  /** The last run of this worker, or the one in progress at its next finished update, as a file. */
  | { readonly type: 'export-run'; readonly exportId: number; readonly kind: ExportKind };

/** Start a run where a checkpoint of it ends; a run in progress ends first. `config` is what the checkpoint says. */
export interface ContinueCommand {
  readonly type: 'continue';
  readonly runId: number;
  readonly config: TrainingConfig;
  readonly from: RunSource;
}

export type OpenedRunFile =
  | { readonly type: 'run'; readonly config: TrainingConfig; readonly updates: number }
  /** Parameters alone, of the model that was asked about. */
  | { readonly type: 'parameters'; readonly config: TrainingConfig }
  | { readonly type: 'failed'; readonly failure: Failure };

export type ExportedRun =
  | { readonly type: 'file'; readonly name: string; readonly bytes: Uint8Array<ArrayBuffer> }
  /** There is no run whose parameters could be given. */
  | { readonly type: 'nothing' };

/** Worker → page. */
export type KeepEvent =
  /** At each change, and when asked. */
  | { readonly type: 'kept-runs'; readonly report: KeptRunsReport }
  | { readonly type: 'run-file'; readonly openId: number; readonly opened: OpenedRunFile }
  | { readonly type: 'export'; readonly exportId: number; readonly exported: ExportedRun }
  /** The curves up to where a run goes on, in place of those that the page has. */
  | { readonly type: 'history'; readonly runId: number; readonly history: RunHistoryTables };

export type RunHistoryTables = Readonly<Record<HistoryName, HistoryTable>>;
