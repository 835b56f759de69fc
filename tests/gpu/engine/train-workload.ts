import { balancedSlices, sliceSizes } from '../../../src/core/batch/balanced-slices.ts';
import type { TrainingConfig } from '../../../src/core/config/training-config.ts';
import { type MemoryPlan, planMemory } from '../../../src/core/program/memory-plan.ts';
import type { Dataset } from '../../../src/engine/datasets/dataset.ts';
import { Executable } from '../../../src/engine/execute/executable.ts';
import { parameterName } from '../../../src/engine/planning/buffer-names.ts';
import { READ_BACK_NAMES } from '../../../src/engine/planning/run-plan.ts';
import { traceTrainingSlice } from '../../../src/engine/planning/trace-slice.ts';
import { parameterSize } from '../../../src/engine/training/initial-parameters.ts';
import type { UpdateRow } from '../../../src/engine/training/metrics-batcher.ts';
import type { TrainerPlan } from '../../../src/engine/training/trainer.ts';
import { METRICS_WORDS } from '../../../src/engine/training/update-block.ts';
import { buildUpdateProgram } from '../../../src/engine/training/update-program.ts';
import type { Workload } from '../../../src/engine/workload.ts';
import { createTrainer, readFloats, type TestEngine } from './engine-harness.ts';

export interface TrainedWorkload {
  readonly rows: readonly UpdateRow[];
  readonly parameters: ReadonlyMap<string, Float32Array>;
}

/**
 * Makes `config.length` updates of a workload that is none of the page's: a model small enough for a test. Each batch,
 * of which the data set has to hold a whole number, is cut into balanced slices of at most `microBatch` examples.
 */
export async function trainWorkload(
  engine: TestEngine,
  workload: Workload,
  dataset: Dataset,
  config: TrainingConfig & { readonly microBatch: number },
): Promise<TrainedWorkload> {
  if (dataset.trainExamples % config.batchSize !== 0) throw new Error('An epoch’s last batch would be smaller.');
  const sizes = [...new Set(sliceSizes(balancedSlices(config.batchSize, config.microBatch)))];
  const memory = planSlices(engine, workload, sizes, config);
  const compiled = await Executable.compile(engine.memory, engine.pipelines, memory);
  if (compiled.type !== 'compiled') throw new Error(`${compiled.type}: ${compiled.detail}`);
  const { executable } = compiled;
  const plan: TrainerPlan = {
    sliceProgram: new Map(sizes.map((size, index) => [size, index])),
    updateProgram: sizes.length,
    examplesPerReplay: config.microBatch,
    report: { microBatch: config.microBatch },
  };
  const { trainer, rows } = createTrainer(engine, config, { plan, executable, workload, dataset });
  for (let update = 0; update < config.length; update += 1) await trainer.update(update);
  await trainer.settle();
  engine.watch.check();
  const parameters = new Map<string, Float32Array>();
  for (const { name } of workload.model.parameters) {
    parameters.set(name, await readFloats(engine, executable.buffer(parameterName(name))));
  }
  executable.destroy();
  return { rows, parameters };
}

function planSlices(
  { tracer }: TestEngine,
  workload: Workload,
  sizes: readonly number[],
  config: TrainingConfig,
): MemoryPlan {
  const { parameters, normalizations } = workload.model;
  const named = parameters.map((spec) => ({ name: spec.name, size: parameterSize(spec) }));
  const programs = [
    ...sizes.map((size) => traceTrainingSlice(tracer, workload, size, config.dropout)),
    buildUpdateProgram(named, config, normalizations),
  ];
  const extras = READ_BACK_NAMES.map((name) => ({ name, sizeBytes: 4 * METRICS_WORDS, kind: 'other' as const }));
  return planMemory(programs, extras, tracer.limits);
}
