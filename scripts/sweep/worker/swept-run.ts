import type { TrainingConfig } from '../../../src/core/config/training-config.ts';
import type { TrainingPhase } from '../../../src/core/training-phase.ts';
import type { Dataset } from '../../../src/engine/datasets/dataset.ts';
import { DeviceWatch } from '../../../src/engine/device/device-watch.ts';
import { PipelineCache } from '../../../src/engine/execute/pipeline-cache.ts';
import type { TrainingPlanner } from '../../../src/engine/planning/training-planner.ts';
import type { RunEvent } from '../../../src/engine/training/run-reporter.ts';
import { checkpointLayout } from '../../../src/engine/training/run-state.ts';
import { TrainingRun } from '../../../src/engine/training-run.ts';
import { workloadOf } from '../../../src/engine/workload.ts';
import type { Fault, FaultKind } from '../faults.ts';
import { FaultScript } from './fault-script.ts';
import { faultyDevice } from './faulty-device.ts';
import type { LosableDevice } from './losable-device.ts';
import type { RealDevice } from './real-device.ts';
import { type LearntValues, SweptMemory } from './swept-memory.ts';

/** What is run again and again. */
export interface SweepSetting {
  readonly config: TrainingConfig;
  readonly dataset: Dataset;
  /** The budget before a slice where nothing happens to it; both counted from 1. */
  readonly budgetMiBAt: (update: number, slice: number) => number;
  /** A budget that holds the smallest slices of the run. */
  readonly smallMiB: number;
}

/** What runs have in common: a planner, and devices, of which a fault may destroy one. */
export interface SweepHost {
  readonly planner: TrainingPlanner;
  /** The device to run on; another one where the last is destroyed. */
  readonly realDevice: () => Promise<RealDevice>;
}

/** A finished update: what the page is told of it. */
export interface SweptUpdate {
  readonly update: number;
  readonly loss: number;
  readonly batch: number;
  readonly slices: number;
}

export interface SweptRun {
  readonly end: TrainingPhase | 'hung';
  /** Of a run that failed. */
  readonly failure: string | undefined;
  readonly isInjected: boolean;
  readonly counts: Readonly<Record<FaultKind, number>>;
  readonly updates: readonly SweptUpdate[];
  /** Training examples of the slices that went to the device, in order. */
  readonly slices: readonly (readonly number[])[];
  readonly learnt: LearntValues;
  readonly allocatedBytes: number;
  readonly uncaptured: readonly string[];
  readonly warnings: readonly string[];
}

/** Many times the slowest run with a fault. */
const HUNG_AFTER_MS = 120_000;

/** Makes one run with at most one fault, to its end. Never rejects because of what the run does. */
export async function sweptRun(setting: SweepSetting, host: SweepHost, fault?: Fault): Promise<SweptRun> {
  const script = new FaultScript(fault);
  const devices = new RunDevices(host, script);
  const { config, dataset } = setting;
  const { model } = workloadOf(config);
  const events: RunEvent[] = [];
  const slices: number[][] = [];
  const run = new TrainingRun(config, false, {
    prepare: async () => ({ planner: host.planner, runDevice: await devices.usable() }),
    loadDataset: async () => noting(dataset, slices),
    emit: (event) => {
      events.push(event);
      if (event.type !== 'shortage' || !event.failure) return;
      script.recoverBudget();
      run.control.setBudget(config.budgetMiB);
    },
    // Submits are cut by measured time. On a clock that stands still they are the same from run to run.
    now: () => 0,
    budgetMiBAt: (update, slice) => script.budgetMiB(setting.budgetMiBAt(update, slice), setting.smallMiB),
    keeping: { layout: checkpointLayout(model, config.optimizer), save: async () => 0, wallClock: () => 0 },
  });
  const hasEnded = await within(run.run(), HUNG_AFTER_MS);
  if (!hasEnded) run.stop();
  const phase = events.findLast((event) => event.type === 'phase')?.phase ?? 'idle';
  const failed = events.find((event) => event.type === 'failure')?.failure;
  const isFinished = hasEnded && phase === 'finished';
  return {
    end: hasEnded ? phase : 'hung',
    failure: failed && [failed.message, failed.detail].filter(Boolean).join(' '),
    isInjected: script.isInjected,
    counts: { ...script.counts },
    updates: updatesOf(events),
    slices,
    warnings: events.flatMap((event) =>
      event.type === 'log' && event.entry.level === 'warning' ? [event.entry.text] : [],
    ),
    ...(await devices.end(isFinished)),
  };
}

/** The devices of one run, one after another. */
class RunDevices {
  readonly #host: SweepHost;
  readonly #script: FaultScript;
  readonly #opened: { readonly device: LosableDevice; readonly memory: SweptMemory; readonly watch: DeviceWatch }[] =
    [];
  readonly #reals = new Set<RealDevice>();

  constructor(host: SweepHost, script: FaultScript) {
    this.#host = host;
    this.#script = script;
  }

  /** The last one, or another where it has failed. */
  async usable() {
    const last = this.#opened.at(-1);
    const { memory, watch, device } = last && !last.watch.failure ? last : await this.#open();
    return { memory, watch, pipelines: new PipelineCache(device.device) };
  }

  /** Lets go of all devices; with what the run has learnt on the last, where that is asked for. */
  async end(withLearnt: boolean): Promise<Pick<SweptRun, 'learnt' | 'allocatedBytes' | 'uncaptured'>> {
    const last = this.#opened.at(-1)?.memory;
    const learnt = withLearnt && last ? await last.learnt() : new Map<string, Float32Array>();
    const uncaptured: string[] = [];
    for (const { device, uncaptured: errors } of this.#reals) {
      // Errors come before what is asked for after them.
      await device.queue.onSubmittedWorkDone();
      uncaptured.push(...errors.splice(0));
    }
    for (const { memory, watch, device } of this.#opened) {
      memory.forget();
      watch.release();
      device.close();
    }
    const allocatedBytes = this.#opened.reduce((sum, { memory }) => sum + memory.allocatedBytes, 0);
    return { learnt, allocatedBytes, uncaptured };
  }

  async #open() {
    const real = await this.#host.realDevice();
    this.#reals.add(real);
    const device = faultyDevice(real, this.#script);
    const memory = new SweptMemory(device.device, real.device);
    const watch = new DeviceWatch(device.device, () => performance.now());
    const opened = { device, memory, watch };
    this.#opened.push(opened);
    return opened;
  }
}

function updatesOf(events: readonly RunEvent[]): SweptUpdate[] {
  const updates = new Map<number, SweptUpdate>();
  for (const event of events) {
    // A history takes the place of what was told before it.
    if (event.type === 'history') updates.clear();
    if (event.type !== 'metrics') continue;
    const { update, loss, batch, slices } = event.packet.updates;
    for (const [row, number] of update.entries()) {
      const [l = Number.NaN, b = Number.NaN, s = Number.NaN] = [loss[row], batch[row], slices[row]];
      updates.set(number, { update: number, loss: l, batch: b, slices: s });
    }
  }
  return [...updates.values()];
}

/** The data set; writes down which training examples each slice asks for. */
function noting(dataset: Dataset, slices: number[][]): Dataset {
  const noted: Dataset = {
    ...dataset,
    gather: (split, indices, first, count, staging) => {
      if (split === 'train') slices.push([...indices.subarray(first, first + count)]);
      dataset.gather(split, indices, first, count, staging);
    },
  };
  // What is cut is the same list of examples.
  return dataset.cutTo ? { ...noted, cutTo: () => noted } : noted;
}

async function within(promise: Promise<void>, limitMs: number): Promise<boolean> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const limit = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), limitMs);
  });
  try {
    return await Promise.race([promise.then(() => true), limit]);
  } finally {
    clearTimeout(timer);
  }
}
