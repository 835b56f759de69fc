import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { TrainingConfig } from '../../core/config/training-config.ts';
import type { Failure } from '../../core/failures.ts';
import type { KeptRun, KeptRunsReport } from '../../protocol/kept-run.ts';
import { configsEqual } from './shown-plan.ts';

/** What came of the last file that was opened or saved. */
export type FileOutcome = { readonly type: 'failed'; readonly failure: Failure } | { readonly type: 'nothing' };

/** What the page knows about runs that can be continued. */
export interface KeptRunsState {
  /** Undefined until the worker has looked. */
  readonly report?: KeptRunsReport;
  /** The run of an earlier visit that is offered; none once this visit has a run of its own, or the offer was declined. */
  readonly offered?: KeptRun;
  readonly isOfferOver: boolean;
  readonly fileOutcome?: FileOutcome;
}

export const keptRunsStore = createStore<KeptRunsState>(() => ({ isOfferOver: false }));

export function useKeptRuns<T>(select: (state: KeptRunsState) => T): T {
  return useStore(keptRunsStore, select);
}

export function noteKeptRuns(report: KeptRunsReport): void {
  keptRunsStore.setState(({ offered: _, ...rest }) => {
    const [newest] = report.runs;
    return { ...rest, report, ...(newest && !rest.isOfferOver && { offered: newest }) };
  }, true);
}

/** Nothing is offered for the rest of this visit. */
export function endOffer(): void {
  keptRunsStore.setState(({ offered: _, fileOutcome: __, ...rest }) => ({ ...rest, isOfferOver: true }), true);
}

/** The newest checkpoint of a run with these settings. */
export function keptRunOf(report: KeptRunsReport | undefined, config: TrainingConfig | undefined): KeptRun | undefined {
  return config && report?.runs.find((run) => configsEqual(run.config, config));
}
