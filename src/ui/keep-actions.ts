/** What a person can do with runs that outlive the page: the commands, and what comes of their answers. */
import type { TrainingConfig } from '../core/config/training-config.ts';
import type { Event } from '../protocol/events.ts';
import type { ExportKind, KeepCommand, KeptRun, RunSource } from '../protocol/kept-run.ts';
import { downloadBytes } from './charts/download.ts';
import { configStore } from './stores/config-store.ts';
import { endOffer, keptRunsStore } from './stores/kept-runs-store.ts';
import { runStore } from './stores/run-store.ts';
import { isActive } from './stores/shown-plan.ts';

export interface KeepActions {
  /** Asks what is kept in this browser. */
  listKeptRuns(): void;
  /** Goes on with a kept run; a run in progress ends. */
  continueRun(run: KeptRun): void;
  /** Removes a run from this browser. */
  discardRun(run: KeptRun): void;
  /** Offers it no more on this visit. */
  dismissRun(): void;
  /** The page may be closed soon: keeps what the run in progress has done. */
  keepRun(): void;
  /**
   * Goes on with the run in a file, or begins one with the parameters in it and the settings of the form; where it holds
   * neither, everything stays as it is.
   */
  openRunFile(file: File): void;
  /** Saves the last run, or the one in progress, as a file. */
  exportRun(kind: ExportKind): void;
}

export interface KeepPorts {
  readonly send: (command: KeepCommand) => void;
  /** Begins a run with these settings where its checkpoint ends. */
  readonly continueFrom: (config: TrainingConfig, from: RunSource) => void;
}

interface Keep {
  readonly actions: KeepActions;
  /** Takes what the worker answers; other events are left alone. */
  answer(event: Event): void;
}

export function createKeepActions({ send, continueFrom }: KeepPorts): Keep {
  let opening: { readonly openId: number; readonly file: File } | undefined;
  let exportId = 0;
  const forgetOutcome = () => keptRunsStore.setState(({ fileOutcome: _, ...rest }) => rest, true);
  return {
    actions: {
      listKeptRuns: () => send({ type: 'list-kept-runs' }),
      continueRun: ({ id, config }) => continueFrom(config, { type: 'kept', id }),
      discardRun: ({ id }) => {
        endOffer();
        send({ type: 'discard-kept-run', id });
      },
      dismissRun: endOffer,
      keepRun: () => {
        const { runId, phase } = runStore.getState();
        if (isActive(phase)) send({ type: 'keep-run', runId });
      },
      openRunFile: (file) => {
        forgetOutcome();
        opening = { openId: (opening?.openId ?? 0) + 1, file };
        send({ type: 'open-run-file', ...opening, config: configStore.getState().config });
      },
      exportRun: (kind) => {
        forgetOutcome();
        exportId += 1;
        send({ type: 'export-run', exportId, kind });
      },
    },
    answer: (event) => {
      if (event.type === 'run-file' && event.openId === opening?.openId) {
        const { opened } = event;
        if (opened.type === 'failed') keptRunsStore.setState({ fileOutcome: opened });
        else {
          const type = opened.type === 'run' ? 'file' : opened.type;
          continueFrom(opened.config, { type, file: opening.file });
        }
      }
      if (event.type !== 'export' || event.exportId !== exportId) return;
      const { exported } = event;
      if (exported.type === 'nothing') keptRunsStore.setState({ fileOutcome: exported });
      else downloadBytes(exported.name, exported.bytes);
    },
  };
}
