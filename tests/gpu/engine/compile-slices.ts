import { balancedSlices, sliceSizes } from '../../../src/core/batch/balanced-slices.ts';
import type { TrainingConfig } from '../../../src/core/config/training-config.ts';
import { planMemory } from '../../../src/core/program/memory-plan.ts';
import { Executable } from '../../../src/engine/execute/executable.ts';
import { READ_BACK_NAMES } from '../../../src/engine/planning/run-plan.ts';
import { traceTrainingSlice } from '../../../src/engine/planning/trace-slice.ts';
import { parameterSize } from '../../../src/engine/training/initial-parameters.ts';
import type { TrainerPlan } from '../../../src/engine/training/replay-kit.ts';
import { METRICS_WORDS } from '../../../src/engine/training/update-block.ts';
import { buildUpdateProgram } from '../../../src/engine/training/update-program.ts';
import type { Workload } from '../../../src/engine/workload.ts';
import type { TestEngine } from './engine-harness.ts';

/**
 * Plans and compiles a workload that is none of the page's: a model small enough for a test, its batch cut into balanced
 * slices of at most `microBatch` examples. The caller destroys the executable.
 */
export async function compileSlices(
  engine: TestEngine,
  workload: Workload,
  config: TrainingConfig & { readonly microBatch: number },
): Promise<{ readonly executable: Executable; readonly plan: TrainerPlan }> {
  const sizes = [...new Set(sliceSizes(balancedSlices(config.batchSize, config.microBatch)))];
  const { parameters, normalizations } = workload.model;
  const named = parameters.map((spec) => ({ name: spec.name, size: parameterSize(spec) }));
  const programs = [
    ...sizes.map((size) => traceTrainingSlice(engine.tracer, workload, size, config.dropout)),
    buildUpdateProgram(named, config, normalizations),
  ];
  const extras = READ_BACK_NAMES.map((name) => ({ name, sizeBytes: 4 * METRICS_WORDS, kind: 'other' as const }));
  const memory = planMemory(programs, extras, engine.tracer.limits);
  const compiled = await Executable.compile(engine.memory, engine.pipelines, memory);
  if (compiled.type !== 'compiled') throw new Error(`${compiled.type}: ${compiled.detail}`);
  const plan: TrainerPlan = {
    sliceProgram: new Map(sizes.map((size, index) => [size, index])),
    updateProgram: sizes.length,
    examplesPerReplay: config.microBatch,
    report: { microBatch: config.microBatch },
  };
  return { executable: compiled.executable, plan };
}
