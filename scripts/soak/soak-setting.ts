import { planEpochs, updatePosition } from '../../src/core/batch/epoch-plan.ts';
import { BYTES_PER_MIB } from '../../src/core/bytes.ts';
import { defaultConfig } from '../../src/core/config/default-config.ts';
import type { TrainingConfig } from '../../src/core/config/training-config.ts';
import type { MemoryPlan } from '../../src/core/program/memory-plan.ts';
import type { PlanReport } from '../../src/core/program/plan-report.ts';
import { randomWeather } from '../../src/core/weather/random-weather.ts';
import type { Weather } from '../../src/core/weather/weather.ts';
import { weatherToText } from '../../src/core/weather/weather-text.ts';
import type { DatasetSizes, TrainingPlanner } from '../../src/engine/planning/training-planner.ts';

/** Without weather, at the end: the plan that the run is left with was made between two updates. */
const CALM_UPDATES = 40;
/** In fewer, what is kept of each size is not complete in a quarter of the run. */
export const LEAST_UPDATES = 1000;
/** All sizes up to it are met soon: what is kept of each, e.g. its program, no longer grows then. */
const BATCH = 16;
/** Not even the parameters fit: the run comes to rest by itself before its last update. */
const REST_MIB = 1;
/** To read the run back into checkpoints. */
const ROOM_BYTES = 16 * 1024;

export interface SoakSetting {
  readonly config: TrainingConfig;
  readonly weather: Weather;
}

/**
 * A tiny run, and weather whose budgets lie between what one example and what the whole batch takes. Before the last update
 * it leaves the run with nothing: there the run rests until it is given a budget.
 */
export function soakSetting(planner: TrainingPlanner, updates: number, seed: number): SoakSetting {
  const calm: TrainingConfig = {
    ...defaultConfig('fashion-mlp'),
    ...{ batchSize: BATCH, length: updates, lengthUnit: 'updates', seed },
    ...{ evaluateEvery: 100, testExamples: 64 },
  };
  const needsMiB = (microBatch: number) => {
    const { peakBytes } = planner.plan({ ...calm, microBatch }).report;
    return Math.ceil(((peakBytes + ROOM_BYTES) / BYTES_PER_MIB) * 1000) / 1000;
  };
  const [fromMiB, toMiB] = [needsMiB(1), needsMiB(BATCH)];
  const windy = updates - CALM_UPDATES;
  const { points, ramps, spikes } = randomWeather({ seed, updates: windy, fromMiB, toMiB });
  const end = [
    { update: windy + 1, budgetMiB: fromMiB },
    { update: windy + 2, budgetMiB: toMiB },
    { update: updates, budgetMiB: REST_MIB },
  ];
  // A ramp or spike that reaches into the calm would be the last word there.
  const weather: Weather = {
    points: [...points, ...end],
    ramps: ramps.filter(({ to }) => to <= windy),
    spikes: spikes.filter(({ to }) => to <= windy),
  };
  return { config: { ...calm, budgetMiB: toMiB, weather: weatherToText(weather) }, weather };
}

/** Examples that the run is to train on. */
export function plannedExamples(config: TrainingConfig, trainExamples: number): number {
  const epochs = planEpochs(trainExamples, config);
  let examples = 0;
  for (let update = 0; update < config.length; update += 1) examples += updatePosition(epochs, update).batch;
  return examples;
}

/** Buffers that the plan of a run consists of; undefined where planning it again gives other bytes. */
export function plannedBuffers(planner: TrainingPlanner, report: PlanReport, sizes: DatasetSizes): number | undefined {
  if (report.verdict !== 'fits') return undefined;
  const { config, microBatch, peakBytes } = report;
  const { run } = planner.plan({ ...config, microBatch, budgetMiB: peakBytes / BYTES_PER_MIB }, { sizes });
  return run?.report.peakBytes === peakBytes ? bufferCount(run.memory) : undefined;
}

/** The most buffers that any plan of a run consists of. */
export function mostPlannedBuffers(planner: TrainingPlanner, config: TrainingConfig, sizes: DatasetSizes): number {
  const counts = Array.from({ length: config.batchSize }, (_, i) => {
    const { run } = planner.plan({ ...config, microBatch: i + 1 }, { sizes });
    return run ? bufferCount(run.memory) : 0;
  });
  return Math.max(...counts);
}

function bufferCount({ arena, persistent, extras, storageConstants, uniformConstants }: MemoryPlan): number {
  const constants = [storageConstants, uniformConstants].filter(({ sizeBytes }) => sizeBytes > 0);
  return arena.length + persistent.length + extras.length + constants.length;
}
