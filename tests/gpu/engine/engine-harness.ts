import { expect } from 'vitest';
import { planEpochs } from '../../../src/core/batch/epoch-plan.ts';
import { defaultConfig } from '../../../src/core/config/default-config.ts';
import type { TrainingConfig, WorkloadId } from '../../../src/core/config/training-config.ts';
import type { MemoryPlan } from '../../../src/core/program/memory-plan.ts';
import { Tracer } from '../../../src/engine/capture/tracer.ts';
import { createBatchSource } from '../../../src/engine/datasets/batch-source.ts';
import type { Dataset } from '../../../src/engine/datasets/dataset.ts';
import { DeviceMemory } from '../../../src/engine/device/device-memory.ts';
import { DeviceWatch } from '../../../src/engine/device/device-watch.ts';
import { openDevice } from '../../../src/engine/device/gpu-device.ts';
import type { RunDevice } from '../../../src/engine/device/run-device.ts';
import { Executable } from '../../../src/engine/execute/executable.ts';
import { PipelineCache } from '../../../src/engine/execute/pipeline-cache.ts';
import { ReadBack } from '../../../src/engine/execute/readback.ts';
import { SubmitPacer } from '../../../src/engine/execute/submit-pacer.ts';
import { parameterName } from '../../../src/engine/planning/buffer-names.ts';
import { ProgramLibrary } from '../../../src/engine/planning/program-library.ts';
import { READ_BACK_NAMES, type RunPlan } from '../../../src/engine/planning/run-plan.ts';
import { type DatasetSizes, TrainingPlanner } from '../../../src/engine/planning/training-planner.ts';
import type { UpdateRow } from '../../../src/engine/training/metrics-batcher.ts';
import type { KitSource, ReplayKit, TrainerPlan } from '../../../src/engine/training/replay-kit.ts';
import { RunControl } from '../../../src/engine/training/run-control.ts';
import { SliceInputs } from '../../../src/engine/training/slice-inputs.ts';
import { Trainer } from '../../../src/engine/training/trainer.ts';
import { uploadInitialParameters } from '../../../src/engine/training/upload-parameters.ts';
import { WORKLOADS, type Workload } from '../../../src/engine/workload.ts';

/** An opened device with a planner for it. One a file: compiling kernels is most of a test's time. */
export interface TestEngine extends RunDevice {
  readonly tracer: Tracer;
  readonly planner: TrainingPlanner;
  destroy(): void;
}

const now = (): number => performance.now();

export async function openEngine(): Promise<TestEngine> {
  const result = await openDevice(navigator.gpu);
  if (result.type !== 'opened') throw new Error(`This test needs a WebGPU device: ${result.type}.`);
  const { device, limits } = result.opened;
  const watch = new DeviceWatch(device, now);
  const tracer = await Tracer.create(limits);
  return {
    memory: new DeviceMemory(device),
    watch,
    pipelines: new PipelineCache(device),
    tracer,
    planner: new TrainingPlanner(new ProgramLibrary(tracer), now),
    destroy: () => {
      watch.release();
      device.destroy();
    },
  };
}

/** A configuration for tests: a budget in which every tiny batch fits, no evaluation. */
export function testConfig(workload: WorkloadId, changes: Partial<TrainingConfig>): TrainingConfig {
  return { ...defaultConfig(workload), budgetMiB: 256, evaluateEvery: 0, ...changes };
}

/**
 * Plans and compiles; throws where either fails, and where the bytes then allocated are not those planned. The caller
 * destroys the executable.
 */
export async function compile(
  engine: TestEngine,
  config: TrainingConfig,
  sizes?: DatasetSizes,
): Promise<{ readonly plan: RunPlan; readonly executable: Executable }> {
  const { report, run: plan } = engine.planner.plan(config, sizes ? { sizes } : {});
  if (!plan) throw new Error(report.reason);
  const compiled = await Executable.compile(engine.memory, engine.pipelines, plan.memory);
  if (compiled.type !== 'compiled') throw new Error(`${compiled.type}: ${compiled.detail}`);
  expectPlanned(engine, plan.memory);
  return { plan, executable: compiled.executable };
}

/** Buffers that a plan asks for. */
export function bufferCount({ arena, persistent, extras, storageConstants, uniformConstants }: MemoryPlan): number {
  const constants = [storageConstants, uniformConstants].filter(({ sizeBytes }) => sizeBytes > 0).length;
  return arena.length + persistent.length + extras.length + constants;
}

/** What exists on the device is what `plan` says, and nothing else. */
export function expectPlanned({ memory }: RunDevice, plan: MemoryPlan): void {
  const { allocatedBytes, liveBuffers } = memory;
  expect({ allocatedBytes, liveBuffers }).toEqual({ allocatedBytes: plan.peakBytes, liveBuffers: bufferCount(plan) });
}

export function expectNothingAllocated({ memory }: RunDevice): void {
  const { allocatedBytes, liveBuffers } = memory;
  expect({ allocatedBytes, liveBuffers }).toEqual({ allocatedBytes: 0, liveBuffers: 0 });
}

export interface TrainedRun {
  readonly plan: RunPlan;
  readonly rows: readonly UpdateRow[];
  readonly parameters: ReadonlyMap<string, Float32Array>;
}

/** A trainer made ready as the worker does it, its parameters at their seeded values; `rows` fills as it trains. */
export function createTrainer(
  engine: TestEngine,
  config: TrainingConfig,
  { plan, executable, workload, dataset }: TrainerOptions,
): { readonly trainer: Trainer; readonly rows: readonly UpdateRow[] } {
  const { memory, watch } = engine;
  const epochs = planEpochs(dataset.trainExamples, config);
  const rows: UpdateRow[] = [];
  uploadInitialParameters(memory.device.queue, executable, workload.model, config.seed);
  const [even, odd] = READ_BACK_NAMES;
  const trainer = new Trainer({
    config,
    epochs,
    kits: onlyKit({
      plan,
      executable,
      pacer: new SubmitPacer(memory.device, watch, executable, now),
      readBack: new ReadBack(watch, [executable.buffer(even), executable.buffer(odd)]),
      inputs: new SliceInputs(plan.report.microBatch, workload),
    }),
    memory,
    batches: createBatchSource({ dataset, seed: config.seed, epochs }),
    control: new RunControl(false),
    observer: { progressed: () => {}, recut: () => {}, updated: (row) => rows.push(row), paused: () => () => {} },
    now,
  });
  return { trainer, rows };
}

/** A plan that is never exchanged; what the device refuses ends the test. */
function onlyKit(current: ReplayKit<TrainerPlan>): KitSource<TrainerPlan> {
  return {
    current,
    idle: () => current.pacer.idle(),
    meetBudget: () => true,
    recover: async ({ type, detail }) => {
      throw new Error(`${type}: ${detail}`);
    },
    updateMade: () => {},
  };
}

export interface TrainerOptions {
  readonly plan: TrainerPlan;
  readonly executable: Executable;
  readonly workload: Workload;
  readonly dataset: Dataset;
}

/** Makes `config.length` updates and reads the parameters. Fails on any error of the device. */
export async function train(engine: TestEngine, config: TrainingConfig, dataset: Dataset): Promise<TrainedRun> {
  const { plan, executable } = await compile(engine, config, dataset);
  const workload = WORKLOADS[config.workload];
  const { trainer, rows } = createTrainer(engine, config, { plan, executable, workload, dataset });
  for (let update = 0; update < config.length; update += 1) await trainer.update(update);
  await trainer.settle();
  engine.watch.check();
  expectPlanned(engine, plan.memory);
  const parameters = new Map<string, Float32Array>();
  for (const { name } of workload.model.parameters) {
    parameters.set(name, await readFloats(engine, executable.buffer(parameterName(name))));
  }
  executable.destroy();
  return { plan, rows, parameters };
}

/** Floats of a buffer after everything submitted so far. Not counted by `memory`. */
export async function readFloats({ memory, watch }: RunDevice, source: GPUBuffer): Promise<Float32Array> {
  const { device } = memory;
  const usage = GPUBufferUsage.MAP_READ | GPUBufferUsage.COPY_DST;
  const readBack = device.createBuffer({ size: source.size, usage });
  const encoder = device.createCommandEncoder();
  encoder.copyBufferToBuffer(source, 0, readBack, 0, source.size);
  device.queue.submit([encoder.finish()]);
  await watch.wait(readBack.mapAsync(GPUMapMode.READ));
  const values = new Float32Array(readBack.getMappedRange().slice(0));
  readBack.destroy();
  return values;
}
