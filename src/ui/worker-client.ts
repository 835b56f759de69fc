/**
 * The page's end of the worker: owns it, sends it commands, routes its events to the stores, and notices its death.
 *
 * A worker can die in three ways: it throws (`error`), it answers something unreadable (`messageerror`), or it falls
 * silent, because the browser ended it or it loops for ever. The last is what the watchdog is for: while an answer is
 * owed, silence is broken by asking for a plan, and silence after that means that the worker has crashed. No wait is endless.
 *
 * The page has no hook for tests. Unit tests inject a SpawnWorker; end-to-end tests reach the real worker through the
 * browser (Playwright's `page.workers()`): `self.close()` in it is a silent death, an error thrown from a timer a loud one.
 */
import type { TrainingConfig } from '../core/config/training-config.ts';
import { failureOf } from '../core/failures.ts';
import type { Command } from '../protocol/commands.ts';
import type { DataReport } from '../protocol/data-report.ts';
import type { Event } from '../protocol/events.ts';
import type { RunSource } from '../protocol/kept-run.ts';
import { createDataActions, type DataActions } from './data-actions.ts';
import { createKeepActions, type KeepActions } from './keep-actions.ts';
import { routeEvent } from './route-event.ts';
import { configStore } from './stores/config-store.ts';
import { dataStore, endImport, isImporting } from './stores/data-store.ts';
import { endOffer } from './stores/kept-runs-store.ts';
import { beginMeasurement, endMeasurement, isMeasuring, measurementStore } from './stores/measurement-store.ts';
import { planStore } from './stores/plan-store.ts';
import { beginRace, endRace, isRacing, raceStore } from './stores/race-store.ts';
import { clearSeries } from './stores/run-series.ts';
import { NO_RUN, runStore } from './stores/run-store.ts';
import { isActive } from './stores/shown-plan.ts';
import { createWatchdog } from './watchdog.ts';

/** A running worker. */
export interface WorkerPort {
  send(command: Command): void;
  terminate(): void;
}

export interface WorkerHandlers {
  onEvent(event: Event): void;
  /** The worker is beyond use; `detail` is for a report. */
  onCrash(detail: string): void;
}

export type SpawnWorker = (handlers: WorkerHandlers) => WorkerPort;

/** What buttons and keys can ask for. Every method may be called at any time; what makes no sense then does nothing. */
export interface WorkerClient extends DataActions, KeepActions {
  requestPlan(config: TrainingConfig): void;
  start(): void;
  pause(): void;
  resume(): void;
  /** A new memory budget for the run on the device, from its next slice on. */
  setBudget(budgetMiB: number): void;
  /** Whether the device is to rest between submits, in a run on the device at once. */
  setSmooth(isSmooth: boolean): void;
  /** Starts a run first where there is none. */
  step(unit: 'slice' | 'update'): void;
  /** Ends the run and keeps its numbers. */
  stop(): void;
  /** Ends the run and forgets it. */
  reset(): void;
  /** Runs every search on the form's settings, one after another; nothing while a run holds the device. */
  race(): void;
  stopRace(): void;
  /** Finds out how much the page can allocate, up to a ceiling; nothing while a run or race holds the device. */
  measure(ceilingBytes: number): void;
  cancelMeasure(): void;
  /** A new worker in place of a crashed one; starts the run again if there was one. */
  restart(): void;
  destroy(): void;
}

/** The real worker, on the real engine. */
export const spawnTrainingWorker: SpawnWorker = (handlers) => {
  const worker = new Worker(new URL('../engine/training.worker.ts', import.meta.url), { type: 'module' });
  worker.onmessage = (message: MessageEvent<Event>) => handlers.onEvent(message.data);
  worker.onmessageerror = () => handlers.onCrash('A message of the worker could not be read.');
  worker.onerror = (error) => {
    error.preventDefault();
    handlers.onCrash(error.message ? `${error.message} (line ${error.lineno})` : 'The worker could not be loaded.');
  };
  return { send: (command) => worker.postMessage(command), terminate: () => worker.terminate() };
};

export function createWorkerClient(spawn: SpawnWorker = spawnTrainingWorker): WorkerClient {
  let port: WorkerPort | undefined;
  let requestId = 0;
  let pendingStep: 'slice' | 'update' | undefined;
  let isSmooth = false;

  const keep = createKeepActions({
    send: (command) => connect().send(command),
    continueFrom: (config, from) => {
      configStore.getState().replace(config);
      begin(false, from);
    },
  });

  const watchdog = createWatchdog({
    isAnswerOwed: () =>
      port !== undefined &&
      (planStore.getState().pending ||
        isWorking() ||
        isRacing(raceStore.getState()) ||
        isMeasuring(measurementStore.getState()) ||
        isImporting(dataStore.getState().lastImport)),
    ping: () => requestPlan(configStore.getState().config),
    onSilence: (seconds) => crash(`No answer from the worker for ${seconds} seconds.`),
  });

  function connect(): WorkerPort {
    if (port) return port;
    let isCurrent = true;
    const spawned = spawn({
      onEvent: (event) => isCurrent && receive(event),
      onCrash: (detail) => isCurrent && crash(detail),
    });
    port = {
      send: (command) => spawned.send(command),
      terminate: () => {
        isCurrent = false;
        spawned.terminate();
      },
    };
    if (isSmooth) port.send({ type: 'set-smooth', isSmooth });
    return port;
  }

  function disconnect(): void {
    port?.terminate();
    endRace({ type: 'stopped' });
    endMeasurement({ type: 'cancelled' });
    endImport({ type: 'cancelled' });
    port = undefined;
    pendingStep = undefined;
  }

  function receive(event: Event): void {
    watchdog.heard();
    const known = dataStore.getState().report;
    routeEvent(event, requestId);
    keep.answer(event);
    if (event.type === 'data' && known && hasOtherSize(known, event.report)) requestPlan(configStore.getState().config);
    const { phase, runId } = runStore.getState();
    if (pendingStep && phase === 'paused') {
      connect().send({ type: 'step', runId, unit: pendingStep });
      pendingStep = undefined;
    }
  }

  function crash(detail: string): void {
    const failure = failureOf('worker-crashed', {}, detail);
    endRace({ type: 'failed', failure });
    endMeasurement({ type: 'failed', failure });
    endImport({ type: 'failed', failure });
    disconnect();
    planStore.setState({ pending: false });
    if (isActive(runStore.getState().phase)) runStore.setState({ phase: 'failed', failure });
    else planStore.setState({ failure });
  }

  function requestPlan(config: TrainingConfig): void {
    requestId += 1;
    planStore.setState({ pending: true });
    connect().send({ type: 'plan', requestId, config });
  }

  function begin(pauseAtStart: boolean, from?: RunSource): void {
    const config = configStore.getState().config;
    const { runId: previous, seriesVersion } = runStore.getState();
    const runId = previous + 1;
    pendingStep = undefined;
    runStore.setState({ ...NO_RUN, runId, seriesVersion, phase: 'loading', config }, true);
    clearSeries();
    endOffer();
    connect().send(from ? { type: 'continue', runId, config, from } : { type: 'start', runId, config, pauseAtStart });
  }

  /** Sends a command of the current run, if the device is held by one. */
  function send(type: 'pause' | 'resume' | 'stop'): void {
    const { phase, runId } = runStore.getState();
    if (!isActive(phase)) return;
    if (type !== 'resume' && phase !== 'paused') runStore.setState({ asked: type });
    connect().send({ type, runId });
  }

  return {
    ...keep.actions,
    ...createDataActions(
      (command) => connect().send(command),
      () => navigator.storage,
    ),
    requestPlan,
    start: () => begin(false),
    pause: () => send('pause'),
    resume: () => send('resume'),
    setBudget(budgetMiB) {
      const { phase, runId, config } = runStore.getState();
      if (!isActive(phase) || config === undefined || config.budgetMiB === budgetMiB) return;
      runStore.setState({ config: { ...config, budgetMiB } });
      connect().send({ type: 'set-budget', runId, budgetMiB });
    },
    setSmooth(wanted) {
      if (wanted === isSmooth) return;
      isSmooth = wanted;
      port?.send({ type: 'set-smooth', isSmooth });
    },
    step(unit) {
      const { phase, runId } = runStore.getState();
      if (phase === 'paused') return connect().send({ type: 'step', runId, unit });
      if (isActive(phase)) return;
      begin(true);
      pendingStep = unit;
    },
    stop: () => send('stop'),
    reset() {
      send('stop');
      pendingStep = undefined;
      const { runId, seriesVersion } = runStore.getState();
      runStore.setState({ ...NO_RUN, runId: runId + 1, seriesVersion }, true);
      clearSeries();
    },
    race() {
      if (isActive(runStore.getState().phase)) return;
      const { config } = configStore.getState();
      connect().send({ type: 'race', raceId: beginRace(config), config });
    },
    stopRace() {
      const race = raceStore.getState();
      if (isRacing(race)) connect().send({ type: 'stop-race', raceId: race.raceId });
    },
    measure(ceilingBytes) {
      if (isActive(runStore.getState().phase) || isRacing(raceStore.getState())) return;
      connect().send({ type: 'measure', measureId: beginMeasurement(ceilingBytes), ceilingBytes });
    },
    cancelMeasure() {
      const measurement = measurementStore.getState();
      if (isMeasuring(measurement)) connect().send({ type: 'cancel-measure', measureId: measurement.measureId });
    },
    restart() {
      disconnect();
      const hadRun = runStore.getState().phase === 'failed';
      requestPlan(configStore.getState().config);
      if (hadRun) begin(false);
    },
    destroy() {
      watchdog.destroy();
      disconnect();
    },
  };
}

/** True where the form's workload now has other data than it was planned for. */
function hasOtherSize(before: DataReport, after: DataReport): boolean {
  const { workload } = configStore.getState().config;
  const [old, now] = [before.sizes.get(workload), after.sizes.get(workload)];
  return old?.trainExamples !== now?.trainExamples || old?.testExamples !== now?.testExamples;
}

/** True while the worker should be heard of by itself: a run that is not waiting for the person. */
function isWorking(): boolean {
  const { phase } = runStore.getState();
  return isActive(phase) && phase !== 'paused';
}
