import { BYTES_PER_MIB } from '../../../src/core/bytes.ts';
import { defaultConfig } from '../../../src/core/config/default-config.ts';
import type { TrainingConfig, WorkloadId } from '../../../src/core/config/training-config.ts';
import type { TrainingPlanner } from '../../../src/engine/planning/training-planner.ts';
import { workloadOf } from '../../../src/engine/workload.ts';
import type { SweepMode } from '../faults.ts';
import { installSmallModel } from './small-models.ts';
import { sweepData } from './sweep-data.ts';
import type { SweepSetting } from './swept-run.ts';

/** How a workload is cut: `batch` examples an update, in slices of at most `large`, of `small` where the budget falls. */
interface Cut {
  readonly batch: number;
  readonly large: number;
  readonly small: number;
  readonly updates: number;
}

const SMALL_CUT: Cut = { batch: 6, large: 2, small: 1, updates: 2 };
/** Where an update takes half a second. */
const SLOW_CUT: Cut = { ...SMALL_CUT, updates: 1 };

const CUTS: { readonly [W in WorkloadId]: Cut } = {
  'fashion-mlp': { batch: 24, large: 8, small: 4, updates: 2 },
  'fashion-convnet': SMALL_CUT,
  'textrnn-synthetic': SMALL_CUT,
  'textrnn-spam': SMALL_CUT,
  'cifar-resnet20': SLOW_CUT,
  'cifar-resnet50': SMALL_CUT,
  'resnet152-224': SMALL_CUT,
  'resnet152-1024': SMALL_CUT,
  charlm: SMALL_CUT,
};

const TEST_EXAMPLES = 2;
const LARGE_BUDGET_MIB = 1024;

/**
 * The settings of a workload's runs: three slices an update at least, and a short evaluation.
 * - `fixed`: a person has fixed the micro-batch, so no fault may change a bit; batch normalisation where there is one
 * - `free`: the budget decides, and falls before the third slice of the last update; group normalisation, which does not
 *   depend on the cut
 */
export function sweepSetting(planner: TrainingPlanner, id: WorkloadId, mode: SweepMode): SweepSetting {
  const normalization = mode === 'fixed' ? 'batch' : 'group';
  const isSmall = installSmallModel(id, normalization);
  const { batch, large, small, updates } = CUTS[id];
  const config: TrainingConfig = {
    ...defaultConfig(id),
    ...{ batchSize: batch, lengthUnit: 'updates', length: updates, headroom: 0, budgetMiB: LARGE_BUDGET_MIB },
    ...{ testExamples: TEST_EXAMPLES, evaluateEvery: 0, warmUpUpdates: 0, timeSteps: 2, dropout: 0.2 },
    // With its usual one, Adam makes whole steps of gradients that are nothing but rounding.
    ...{ epsilon: 1e-2, microBatch: mode === 'fixed' ? large : 'auto' },
    normalization: isSmall ? 'batch' : normalization,
  };
  const dataset = sweepData(workloadOf(config), batch * updates, TEST_EXAMPLES);
  const mibOf = (microBatch: number) =>
    planner.plan({ ...config, microBatch }, { sizes: dataset }).report.peakBytes / BYTES_PER_MIB;
  const [largeMiB, smallMiB] = [mibOf(large), mibOf(small)];
  return {
    config: { ...config, budgetMiB: largeMiB },
    dataset,
    budgetMiBAt: (update, slice) => (mode === 'free' && update === updates && slice > 2 ? smallMiB : largeMiB),
    smallMiB,
  };
}
