import type { TrainingConfig } from '../../../src/core/config/training-config.ts';
import type { Dataset } from '../../../src/engine/datasets/dataset.ts';
import { parameterName, STATISTICS_NAMES } from '../../../src/engine/planning/buffer-names.ts';
import type { UpdateRow } from '../../../src/engine/training/metrics-batcher.ts';
import type { Workload } from '../../../src/engine/workload.ts';
import { compileSlices } from './compile-slices.ts';
import { createTrainer, readFloats, type TestEngine } from './engine-harness.ts';

export interface TrainedWorkload {
  readonly rows: readonly UpdateRow[];
  readonly parameters: ReadonlyMap<string, Float32Array>;
  /** Running means and variances of a model with batch normalisation, else none. */
  readonly statistics: Float32Array;
  /** All that the plan takes. */
  readonly bytes: number;
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
  const { executable, plan } = await compileSlices(engine, workload, config);
  const { trainer, rows } = createTrainer(engine, config, { plan, executable, workload, dataset });
  for (let update = 0; update < config.length; update += 1) await trainer.update(update);
  await trainer.settle();
  engine.watch.check();
  const parameters = new Map<string, Float32Array>();
  for (const { name } of workload.model.parameters) {
    parameters.set(name, await readFloats(engine, executable.buffer(parameterName(name))));
  }
  const hasStatistics = (workload.model.normalizations ?? []).length > 0;
  const statistics = hasStatistics
    ? await readFloats(engine, executable.buffer(STATISTICS_NAMES.running))
    : new Float32Array();
  executable.destroy();
  return { rows, parameters, statistics, bytes: executable.bytes };
}
