import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { BUNDLED_DATA } from '../../../src/core/data/data-in-use.ts';
import { failureOf } from '../../../src/core/failures.ts';
import type { TrainingPhase } from '../../../src/core/training-phase.ts';
import type { Command } from '../../../src/protocol/commands.ts';
import { EVALUATION_COLUMNS, UPDATE_COLUMNS } from '../../../src/protocol/metrics-packet.ts';
import { configStore } from '../../../src/ui/stores/config-store.ts';
import { dataStore } from '../../../src/ui/stores/data-store.ts';
import { measurementStore } from '../../../src/ui/stores/measurement-store.ts';
import { planStore } from '../../../src/ui/stores/plan-store.ts';
import { raceStore } from '../../../src/ui/stores/race-store.ts';
import { clearSeries, updateSeries } from '../../../src/ui/stores/run-series.ts';
import { NO_RUN, runStore } from '../../../src/ui/stores/run-store.ts';
import { createWorkerClient, type WorkerHandlers } from '../../../src/ui/worker-client.ts';
import { planReport } from './plan-report-fixture.ts';

interface FakeWorker {
  readonly sent: Command[];
  readonly handlers: WorkerHandlers;
  terminated: boolean;
}

function connectedClient() {
  const workers: FakeWorker[] = [];
  const client = createWorkerClient((handlers) => {
    const worker: FakeWorker = { sent: [], handlers, terminated: false };
    workers.push(worker);
    return {
      send: (command) => worker.sent.push(command),
      terminate: () => {
        worker.terminated = true;
      },
    };
  });
  const latest = () => workers[workers.length - 1];
  const phase = (name: TrainingPhase) =>
    latest()?.handlers.onEvent({ type: 'phase', runId: runStore.getState().runId, phase: name });
  return { client, workers, latest, phase, types: () => latest()?.sent.map((command) => command.type) };
}

function onePoint(loss: number) {
  const columns = <C extends string>(names: readonly C[], value: number | undefined) =>
    Object.fromEntries(names.map((name) => [name, Float64Array.from(value === undefined ? [] : [value])])) as Record<
      C,
      Float64Array
    >;
  return { updates: columns(UPDATE_COLUMNS, loss), evaluations: columns(EVALUATION_COLUMNS, undefined) };
}

describe('worker client', () => {
  beforeEach(() => {
    vi.useFakeTimers();
    runStore.setState(NO_RUN, true);
    planStore.setState({ pending: false }, true);
    dataStore.setState({}, true);
    clearSeries();
  });
  afterEach(() => vi.useRealTimers());

  it('a run gets a rising id and the form’s configuration', () => {
    const { client, latest } = connectedClient();
    client.start();
    client.start();
    const config = configStore.getState().config;
    expect(latest()?.sent).toEqual([
      { type: 'start', runId: 1, config, pauseAtStart: false },
      { type: 'start', runId: 2, config, pauseAtStart: false },
    ]);
    expect(runStore.getState()).toMatchObject({ runId: 2, phase: 'loading', config });
  });

  it('a new budget goes to the run on the device, and is then its own', () => {
    const { client, latest, phase } = connectedClient();
    client.setBudget(5);
    expect(latest()).toBeUndefined();
    client.start();
    phase('training');
    client.setBudget(5);
    client.setBudget(5);
    expect(latest()?.sent.filter(({ type }) => type === 'set-budget')).toEqual([
      { type: 'set-budget', runId: runStore.getState().runId, budgetMiB: 5 },
    ]);
    expect(runStore.getState().config?.budgetMiB).toBe(5);
  });

  it('a changed plan is the run’s plan; a shortage is told and taken back', () => {
    const { client, latest } = connectedClient();
    client.start();
    const { runId } = runStore.getState();
    const report = planReport();
    const figures = { microBatch: 8, peakBytes: 100, budgetBytes: 200 };
    const adaptation = {
      cause: 'budget',
      change: 'shrink',
      update: 2,
      slice: 1,
      before: figures,
      after: figures,
    } as const;
    const failure = failureOf('internal', {});
    latest()?.handlers.onEvent({ type: 'shortage', runId, failure });
    expect(runStore.getState().shortage).toBe(failure);
    latest()?.handlers.onEvent({ type: 'shortage', runId });
    latest()?.handlers.onEvent({ type: 'adapted', runId, adaptation, report, allocatedBytes: 77 });
    expect(runStore.getState()).toMatchObject({ report, allocatedBytes: 77, adaptations: [adaptation] });
    expect(runStore.getState().shortage).toBeUndefined();
  });

  it('what was asked of a run stands until it rests or ends', () => {
    const { client, phase } = connectedClient();
    const asked = () => runStore.getState().asked;
    client.stop();
    expect(asked()).toBeUndefined();
    client.start();
    client.pause();
    phase('training');
    expect(asked()).toBe('pause');
    phase('paused');
    expect(asked()).toBeUndefined();
    client.resume();
    phase('training');
    client.stop();
    expect(asked()).toBe('stop');
    phase('stopped');
    expect(asked()).toBeUndefined();
  });

  it('events of a dead run are ignored', () => {
    const { client, latest } = connectedClient();
    client.start();
    client.reset();
    latest()?.handlers.onEvent({ type: 'phase', runId: 1, phase: 'training' });
    latest()?.handlers.onEvent({ type: 'metrics', runId: 1, packet: onePoint(2.3) });
    expect(runStore.getState().phase).toBe('idle');
    expect(updateSeries.length).toBe(0);
  });

  it('a single step without a run starts one that pauses first, and steps when it has paused', () => {
    const { client, phase, types } = connectedClient();
    client.step('slice');
    phase('compiling');
    expect(types()).toEqual(['start']);
    phase('paused');
    phase('training');
    phase('paused');
    expect(types()).toEqual(['start', 'step']);
  });

  it('commands of a run are sent only while one holds the device', () => {
    const { client, phase, types } = connectedClient();
    client.pause();
    client.stop();
    client.start();
    phase('training');
    client.pause();
    phase('finished');
    client.resume();
    expect(types()).toEqual(['start', 'pause']);
  });

  it('a crash ends the run in a named failure and keeps its curve', () => {
    const { client, workers, latest, phase } = connectedClient();
    client.start();
    phase('training');
    latest()?.handlers.onEvent({ type: 'metrics', runId: 1, packet: onePoint(2.3) });
    latest()?.handlers.onCrash('Out of memory');
    expect(runStore.getState()).toMatchObject({
      phase: 'failed',
      failure: { code: 'worker-crashed', detail: 'Out of memory' },
    });
    expect(updateSeries.length).toBe(1);
    expect(workers[0]?.terminated).toBe(true);
  });

  it('restart makes a new worker, which plans and starts again; the old one is not heard any more', () => {
    const { client, workers, phase, types } = connectedClient();
    client.start();
    phase('training');
    workers[0]?.handlers.onCrash('gone');
    client.restart();
    expect(workers.length).toBe(2);
    expect(types()).toEqual(['plan', 'start']);
    workers[0]?.handlers.onEvent({ type: 'phase', runId: 2, phase: 'training' });
    expect(runStore.getState()).toMatchObject({ phase: 'loading', runId: 2 });
    expect(runStore.getState().failure).toBeUndefined();
  });

  it('a crash without a run is a failure of the plan, and the next change of the form gets a new worker', () => {
    const { client, workers, latest } = connectedClient();
    client.requestPlan(configStore.getState().config);
    latest()?.handlers.onCrash('gone');
    expect(planStore.getState()).toMatchObject({ pending: false, failure: { code: 'worker-crashed' } });
    client.requestPlan(configStore.getState().config);
    expect(workers.length).toBe(2);
  });

  it('a worker that never answers a plan is declared crashed after 20 seconds', () => {
    const { client, types } = connectedClient();
    client.requestPlan(configStore.getState().config);
    vi.advanceTimersByTime(19_999);
    expect(planStore.getState().failure).toBeUndefined();
    expect(types()).toEqual(['plan', 'plan']);
    vi.advanceTimersByTime(1);
    expect(planStore.getState()).toMatchObject({ pending: false, failure: { code: 'worker-crashed' } });
    client.destroy();
  });

  it('a worker that dies silently while training is noticed; one that is paused may be silent', () => {
    const { client, phase } = connectedClient();
    client.start();
    phase('paused');
    vi.advanceTimersByTime(60_000);
    expect(runStore.getState().phase).toBe('paused');
    phase('training');
    vi.advanceTimersByTime(20_000);
    expect(runStore.getState()).toMatchObject({ phase: 'failed', failure: { code: 'worker-crashed' } });
    client.destroy();
  });

  it('the newest plan settles the form; an older answer is shown and stays pending', () => {
    const { client, latest } = connectedClient();
    const config = configStore.getState().config;
    client.requestPlan(config);
    client.requestPlan(config);
    const older = planReport({ peakBytes: 1 });
    latest()?.handlers.onEvent({ type: 'plan', requestId: 1, report: older });
    expect(planStore.getState()).toEqual({ report: older, pending: true });
    const newest = planReport({ peakBytes: 2 });
    latest()?.handlers.onEvent({ type: 'plan', requestId: 2, report: newest });
    expect(planStore.getState()).toEqual({ report: newest, pending: false });
  });

  it('asks for a plan again when the data of the form’s workload has another size, and only then', () => {
    const { client, latest, types } = connectedClient();
    client.requestPlan(configStore.getState().config);
    const data = (trainExamples: number) => {
      const sizes = new Map([[configStore.getState().config.workload, { trainExamples, testExamples: 10 }]]);
      latest()?.handlers.onEvent({ type: 'data', report: { imported: [], inUse: BUNDLED_DATA, sizes } });
    };
    data(100);
    data(100);
    expect(types()).toEqual(['plan']);
    data(90);
    expect(types()).toEqual(['plan', 'plan']);
  });

  it('a worker that dies in an import is noticed', () => {
    const { client } = connectedClient();
    client.importFiles([new File([], 'cifar-10-binary.tar.gz')]);
    vi.advanceTimersByTime(20_000);
    expect(dataStore.getState().lastImport?.progress).toMatchObject({
      type: 'failed',
      failure: { code: 'worker-crashed' },
    });
    client.destroy();
  });

  it('allocated bytes follow the newest update', () => {
    const { client, latest } = connectedClient();
    client.start();
    latest()?.handlers.onEvent({ type: 'metrics', runId: 1, packet: onePoint(1234) });
    expect(runStore.getState().allocatedBytes).toBe(1234);
  });

  describe('race', () => {
    beforeEach(() => raceStore.setState({ raceId: 0 }, true));

    it('is asked for with the form’s configuration, and stopped by its id; not while a run is active', () => {
      const { client, latest, phase } = connectedClient();
      client.race();
      client.stopRace();
      const config = configStore.getState().config;
      expect(latest()?.sent).toEqual([
        { type: 'race', raceId: 1, config },
        { type: 'stop-race', raceId: 1 },
      ]);
      latest()?.handlers.onEvent({
        type: 'race',
        raceId: 1,
        progress: { type: 'ended', end: { type: 'stopped' }, compileMs: 0 },
      });
      client.stopRace();
      client.start();
      phase('paused');
      client.race();
      expect(latest()?.sent.map(({ type }) => type)).toEqual(['race', 'stop-race', 'start']);
    });

    it('fails with the worker, loud or silent', () => {
      const { client, latest } = connectedClient();
      client.race();
      latest()?.handlers.onCrash('boom');
      expect(raceStore.getState().standing?.end).toMatchObject({ type: 'failed', failure: { code: 'worker-crashed' } });
      client.race();
      vi.advanceTimersByTime(60_000);
      expect(raceStore.getState().standing?.end).toMatchObject({ type: 'failed', failure: { code: 'worker-crashed' } });
    });

    it('is over when its worker is replaced', () => {
      const { client } = connectedClient();
      client.race();
      client.restart();
      expect(raceStore.getState().standing?.end).toEqual({ type: 'stopped' });
    });
  });

  describe('measurement of the device', () => {
    beforeEach(() => {
      raceStore.setState({ raceId: 0 }, true);
      measurementStore.setState({ measureId: 0, kept: new Map() }, true);
    });
    const endNow = () => measurementStore.getState().standing?.end;

    it('is asked for with a ceiling, and cancelled by its id; not while a run or race holds the device', () => {
      const { client, latest, phase, types } = connectedClient();
      client.measure(64);
      client.cancelMeasure();
      expect(latest()?.sent).toEqual([
        { type: 'measure', measureId: 1, ceilingBytes: 64 },
        { type: 'cancel-measure', measureId: 1 },
      ]);
      latest()?.handlers.onEvent({
        type: 'measure',
        measureId: 1,
        progress: { type: 'ended', end: { type: 'cancelled' }, passedBytes: 0 },
      });
      client.cancelMeasure();
      client.race();
      client.measure(64);
      client.stopRace();
      client.start();
      phase('paused');
      client.measure(64);
      expect(types()).toEqual(['measure', 'cancel-measure', 'race', 'stop-race', 'start']);
    });

    it('fails with the worker, loud or silent, and is over when its worker is replaced', () => {
      const { client, latest } = connectedClient();
      client.measure(64);
      latest()?.handlers.onCrash('boom');
      expect(endNow()).toMatchObject({ type: 'failed', failure: { code: 'worker-crashed' } });
      client.measure(64);
      vi.advanceTimersByTime(60_000);
      expect(endNow()).toMatchObject({ type: 'failed', failure: { code: 'worker-crashed' } });
      client.measure(64);
      client.restart();
      expect(endNow()).toEqual({ type: 'cancelled' });
    });
  });
});
