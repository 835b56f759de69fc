import { reshape } from '@tensorflow/tfjs-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TrainingConfig } from '../../../src/core/config/training-config.ts';
import { type MemoryPlan, planMemory } from '../../../src/core/program/memory-plan.ts';
import { DeviceMemory } from '../../../src/engine/device/device-memory.ts';
import { Executable } from '../../../src/engine/execute/executable.ts';
import { dense } from '../../../src/engine/models/dense.ts';
import { READ_BACK_NAMES } from '../../../src/engine/planning/run-plan.ts';
import { traceTrainingSlice } from '../../../src/engine/planning/trace-slice.ts';
import { parameterSize } from '../../../src/engine/training/initial-parameters.ts';
import { METRICS_WORDS } from '../../../src/engine/training/update-block.ts';
import { buildUpdateProgram } from '../../../src/engine/training/update-program.ts';
import { WORKLOADS, type Workload } from '../../../src/engine/workload.ts';
import { BufferMeter } from './buffer-meter.ts';
import {
  bufferCount,
  compile,
  createTrainer,
  expectNothingAllocated,
  expectPlanned,
  type TestEngine,
  testConfig,
} from './engine-harness.ts';
import { sharedEngine } from './shared-engine.ts';
import { syntheticDataset } from './synthetic-dataset.ts';

let engine: TestEngine;
let meter: BufferMeter;
beforeAll(async () => {
  meter = new BufferMeter();
  engine = await sharedEngine();
});
afterAll(() => {
  meter.restore();
});

const TIMEOUT_MS = 300_000;

/** By the meter, which counts what WebGPU is really asked for. */
function expectMetered(bytes: number, buffers: number): void {
  expect({ bytes: meter.bytes, buffers: meter.buffers }).toEqual({ bytes, buffers });
}

/** One dense layer: two hundred updates take seconds, not minutes. */
const TOY: Workload = {
  ...WORKLOADS['fashion-mlp'],
  model: {
    parameters: [
      { name: 'dense/kernel', shape: [784, 10], initializer: 'he-uniform' },
      { name: 'dense/bias', shape: [10], initializer: 'zeros' },
    ],
    forward: (parameters, examples) => dense(parameters, 'dense', reshape(examples, [-1, 784])),
  },
};

/** The toy's slices of `microBatch` and its update, planned. */
function toyPlan(config: TrainingConfig, microBatch: number): MemoryPlan {
  const parameters = TOY.model.parameters.map((spec) => ({ name: spec.name, size: parameterSize(spec) }));
  const programs = [traceTrainingSlice(engine.tracer, TOY, microBatch, 0), buildUpdateProgram(parameters, config)];
  const extras = READ_BACK_NAMES.map((name) => ({ name, sizeBytes: 4 * METRICS_WORDS, kind: 'other' as const }));
  return planMemory(programs, extras, engine.tracer.limits);
}

async function compileToy(memory: MemoryPlan): Promise<Executable> {
  const compiled = await Executable.compile(engine.memory, engine.pipelines, memory);
  if (compiled.type !== 'compiled') throw new Error(`${compiled.type}: ${compiled.detail}`);
  expectPlanned(engine, memory);
  expectMetered(memory.peakBytes, bufferCount(memory));
  return compiled.executable;
}

describe('allocated bytes, measured on the device', () => {
  test('are the planned ones, and none when all is destroyed', { timeout: TIMEOUT_MS }, async () => {
    const { plan, executable } = await compile(engine, testConfig('fashion-mlp', { batchSize: 24, microBatch: 12 }));
    expect(plan.report.peakBytes).toBe(plan.memory.peakBytes);
    expectPlanned(engine, plan.memory);
    expectMetered(plan.memory.peakBytes, bufferCount(plan.memory));
    executable.destroy();
    expectNothingAllocated(engine);
    expectMetered(0, 0);
  });

  test('after six sizes were compiled and 200 updates made, are those of the chosen size', {
    timeout: TIMEOUT_MS,
  }, async () => {
    const config = testConfig('fashion-mlp', { batchSize: 8, length: 200 });
    const plans = [8, 1, 6, 2, 5, 4].map((microBatch) => toyPlan(config, microBatch));
    for (const memory of plans) (await compileToy(memory)).destroy();

    const memory = toyPlan(config, 4);
    const executable = await compileToy(memory);
    const { created } = meter;
    const plan = { report: { microBatch: 4 }, examplesPerReplay: 4, sliceProgram: new Map([[4, 0]]), updateProgram: 1 };
    const dataset = syntheticDataset(64, 4);
    const { trainer, rows } = createTrainer(engine, config, { plan, executable, workload: TOY, dataset });
    for (let update = 0; update < 200; update += 1) await trainer.update(update);
    await trainer.settle();
    engine.watch.check();
    expect(rows).toHaveLength(200);
    expect(new Set(rows.map(({ allocatedBytes }) => allocatedBytes))).toEqual(new Set([memory.peakBytes]));
    expect(rows.at(-1)?.loss).toBeLessThan(0.5 * (rows[0]?.loss ?? 0));
    expectPlanned(engine, memory);
    expectMetered(memory.peakBytes, bufferCount(memory));
    // Training allocates nothing at all.
    expect(meter.created).toBe(created);
    executable.destroy();
    expectMetered(0, 0);
  });

  test('never exceed the larger plan: one size is gone before the next is made', { timeout: TIMEOUT_MS }, async () => {
    const plans = [2, 300, 4].map((microBatch) => toyPlan(testConfig('fashion-mlp', {}), microBatch));
    meter.resetHighWater();
    const memory = new DeviceMemory(engine.memory.device);
    for (const plan of plans) {
      const compiled = await Executable.compile(memory, engine.pipelines, plan);
      if (compiled.type === 'compiled') compiled.executable.destroy();
    }
    const largest = Math.max(...plans.map(({ peakBytes }) => peakBytes));
    expect([memory.highWaterBytes, meter.highWaterBytes]).toEqual([largest, largest]);
  });

  test('after a compile that fails, are none', { timeout: TIMEOUT_MS }, async () => {
    const { run } = engine.planner.plan(testConfig('fashion-mlp', { batchSize: 4 }));
    if (!run) throw new Error('The plan does not fit.');
    const broken = { label: 'Broken', code: 'this is no WGSL', entryPoint: 'main' };
    const programs = run.memory.programs.map((program) => ({ ...program, shaders: program.shaders.map(() => broken) }));
    const result = await Executable.compile(engine.memory, engine.pipelines, { ...run.memory, programs });
    expect(result).toMatchObject({ type: 'shader-compilation', kernel: 'Broken' });
    expectMetered(0, 0);
    engine.watch.check();
  });

  test('a buffer over the device’s limit fails the compile as a validation error and leaves nothing', {
    timeout: TIMEOUT_MS,
  }, async () => {
    const { run } = engine.planner.plan(testConfig('fashion-mlp', { batchSize: 4 }));
    if (!run) throw new Error('The plan does not fit.');
    const arena = [...run.memory.arena, 4 * engine.memory.device.limits.maxBufferSize];
    const result = await Executable.compile(engine.memory, engine.pipelines, { ...run.memory, arena });
    expect(result.type).toBe('validation');
    expectMetered(0, 0);
    engine.watch.check();
  });
});
