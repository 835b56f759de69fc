import type { TrainingConfig } from '../../../src/core/config/training-config.ts';
import type { TrainingPhase } from '../../../src/core/training-phase.ts';
import type { Dataset } from '../../../src/engine/datasets/dataset.ts';
import type { RunEvent } from '../../../src/engine/training/run-reporter.ts';
import { checkpointLayout } from '../../../src/engine/training/run-state.ts';
import { TrainingRun } from '../../../src/engine/training-run.ts';
import { workloadOf } from '../../../src/engine/workload.ts';
import type { Fault, FaultKind } from '../faults.ts';
import { FaultScript } from './fault-script.ts';
import { type DevicesAtEnd, RunDevices } from './run-devices.ts';
import type { SweepHost } from './sweep-host.ts';

/** What is run again and again. */
export interface SweepSetting {
  readonly config: TrainingConfig;
  readonly dataset: Dataset;
  /** The budget before a slice where nothing happens to it; both counted from 1. */
  readonly budgetMiBAt: (update: number, slice: number) => number;
  /** A budget that holds the smallest slices of the run. */
  readonly smallMiB: number;
}

/** A finished update: what the page is told of it. */
export interface SweptUpdate {
  readonly update: number;
  readonly loss: number;
  readonly batch: number;
  readonly slices: number;
}

export interface SweptRun extends DevicesAtEnd {
  readonly end: TrainingPhase | 'hung';
  /** Of a run that failed. */
  readonly failure: string | undefined;
  readonly isInjected: boolean;
  readonly counts: Readonly<Record<FaultKind, number>>;
  readonly updates: readonly SweptUpdate[];
  /** Training examples of the slices that went to the device, in order. */
  readonly slices: readonly (readonly number[])[];
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
