import { beforeEach, describe, expect, it, vi } from 'vitest';
import { defaultConfig } from '../../../src/core/config/default-config.ts';
import { failureOf } from '../../../src/core/failures.ts';
import type { KeepCommand, KeptRun } from '../../../src/protocol/kept-run.ts';
import { createKeepActions } from '../../../src/ui/keep-actions.ts';
import { routeEvent } from '../../../src/ui/route-event.ts';
import { configStore } from '../../../src/ui/stores/config-store.ts';
import { endOffer, keptRunOf, keptRunsStore, noteKeptRuns } from '../../../src/ui/stores/kept-runs-store.ts';
import { clearSeries, lastUpdate } from '../../../src/ui/stores/run-series.ts';
import { NO_RUN, runStore } from '../../../src/ui/stores/run-store.ts';

const CONFIG = { ...defaultConfig('charlm'), seed: 5 };
const RUN: KeptRun = { id: 4, config: CONFIG, updates: 12, createdAtMs: 0, byteLength: 100 };

function setUp() {
  const sent: KeepCommand[] = [];
  const continueFrom = vi.fn();
  const keep = createKeepActions({ send: (command) => sent.push(command), continueFrom });
  return { sent, continueFrom, ...keep };
}

describe('kept runs', () => {
  beforeEach(() => {
    keptRunsStore.setState({ isOfferOver: false }, true);
    runStore.setState(NO_RUN, true);
  });

  it('offers the newest run of earlier visits, and none once the offer is over', () => {
    noteKeptRuns({ runs: [RUN, { ...RUN, id: 3, updates: 7 }] });
    expect(keptRunsStore.getState().offered).toEqual(RUN);
    endOffer();
    noteKeptRuns({ runs: [RUN] });
    expect(keptRunsStore.getState().offered).toBeUndefined();
    expect(keptRunsStore.getState().report?.runs).toEqual([RUN]);
  });

  it('offers nothing that is gone', () => {
    noteKeptRuns({ runs: [RUN] });
    noteKeptRuns({ runs: [] });
    expect(keptRunsStore.getState().offered).toBeUndefined();
  });

  it('finds the checkpoint of a run that failed by all of its settings', () => {
    expect(keptRunOf({ runs: [RUN] }, { ...CONFIG })).toEqual(RUN);
    expect(keptRunOf({ runs: [RUN] }, { ...CONFIG, seed: 6 })).toBeUndefined();
    expect(keptRunOf(undefined, CONFIG)).toBeUndefined();
  });

  it('keeps a run in progress when the page is hidden, and nothing where there is none', () => {
    const { actions, sent } = setUp();
    actions.keepRun();
    expect(sent).toEqual([]);
    runStore.setState({ runId: 3, phase: 'training' });
    actions.keepRun();
    expect(sent).toEqual([{ type: 'keep-run', runId: 3 }]);
  });

  it('goes on with a file only once it is known to hold a run; what is wrong with another is shown', () => {
    const { actions, sent, answer, continueFrom } = setUp();
    const file = new File([], 'a.safetensors');
    const failure = failureOf('checkpoint-damaged', { damage: 'foreign' });
    actions.openRunFile(file);
    answer({ type: 'run-file', openId: 1, opened: { type: 'failed', failure } });
    expect(keptRunsStore.getState().fileOutcome).toEqual({ type: 'failed', failure });
    expect(continueFrom).not.toHaveBeenCalled();

    actions.openRunFile(file);
    expect(keptRunsStore.getState().fileOutcome).toBeUndefined();
    const { config } = configStore.getState();
    expect(sent).toEqual([
      { type: 'open-run-file', openId: 1, file, config },
      { type: 'open-run-file', openId: 2, file, config },
    ]);
    // An answer that nobody waits for any longer.
    answer({ type: 'run-file', openId: 1, opened: { type: 'run', config: CONFIG, updates: 1 } });
    expect(continueFrom).not.toHaveBeenCalled();
    answer({ type: 'run-file', openId: 2, opened: { type: 'run', config: CONFIG, updates: 1 } });
    expect(continueFrom).toHaveBeenCalledExactlyOnceWith(CONFIG, { type: 'file', file });
  });

  it('begins a run with the parameters in a file, and the settings that were asked about', () => {
    const { actions, answer, continueFrom } = setUp();
    const file = new File([], 'a.safetensors');
    actions.openRunFile(file);
    answer({ type: 'run-file', openId: 1, opened: { type: 'parameters', config: CONFIG } });
    expect(continueFrom).toHaveBeenCalledExactlyOnceWith(CONFIG, { type: 'parameters', file });
  });

  it('shows the curves of a run that goes on in place of what there was, and how far it is', () => {
    runStore.setState({ runId: 2 });
    const columns = new Map([['update', Float64Array.of(1, 3)]]);
    const empty = { columns: new Map(), rowsAppended: 0, stride: 1 };
    const history = { updates: { columns, rowsAppended: 4, stride: 2 }, evaluations: empty };
    routeEvent({ type: 'history', runId: 1, history }, 0);
    expect(lastUpdate()).toBe(0);
    routeEvent({ type: 'history', runId: 2, history }, 0);
    expect(lastUpdate()).toBe(3);
    clearSeries();
    expect(lastUpdate()).toBe(0);
  });

  it('says where there is nothing to save', () => {
    const { actions, answer } = setUp();
    actions.exportRun('parameters');
    answer({ type: 'export', exportId: 1, exported: { type: 'nothing' } });
    expect(keptRunsStore.getState().fileOutcome).toEqual({ type: 'nothing' });
  });
});
