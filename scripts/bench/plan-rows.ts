import type { WorkloadId } from '../../src/core/config/training-config.ts';
import { type BenchRow, benchRow, type Target } from './bench-report.ts';
import { boundRows } from './bound-rows.ts';
import type { PlanMeasurement, PlanPlace } from './measure-plans.ts';
import { type Spread, spreadOf } from './spread.ts';
import type { PlanTimes } from './worker/plan-times.ts';

const SMALL_MODEL: Target = { of: 'value', atMost: 100 };
const ANY_MODEL: Target = { of: 'value', atMost: 2000 };
const SMALL_MODELS: readonly WorkloadId[] = ['fashion-mlp', 'fashion-convnet'];
const PLACES: Readonly<Record<PlanPlace, string>> = { worker: "the browser's worker", node: 'Node' };

/** All bytes first, then all times. */
export function planRows(measurements: readonly PlanMeasurement[]): BenchRow[] {
  return [...measurements.flatMap(byteRows), ...measurements.flatMap(timeRows)];
}

/** Planned bytes against the liveness lower bound, of the workload's default configuration. */
function byteRows({ workload, plan }: PlanMeasurement): BenchRow[] {
  const group = 'planned bytes of default configurations, without a GPU';
  const size = `${workload}, micro-batch ${plan.microBatch} of ${plan.config.batchSize}`;
  return boundRows(plan, (key, name) => ({ id: `${workload}/plan/${key}`, group, name: `${size}: ${name}` }));
}

/** Two rows a place: the first size that a realm plans, and sizes it plans later. */
function timeRows({ workload, plan, times }: PlanMeasurement): BenchRow[] {
  const target = SMALL_MODELS.includes(workload) ? SMALL_MODEL : ANY_MODEL;
  const search = `whole search of ${plan.sizes.length} sizes in Node ${plan.searchMs.toFixed(0)} ms`;
  const row = (place: PlanPlace, key: 'first' | 'later', sizesMs: readonly number[]): BenchRow => {
    const sizes = spreadOf(sizesMs);
    return benchRow({
      id: `${workload}/plan/${place}/${key}`,
      group: 'plan of a new size, without a GPU',
      name: `${workload}, ${PLACES[place]}, ${key === 'first' ? 'the first of all' : 'later ones'}`,
      unit: 'ms',
      eager: null,
      engine: sizes.median,
      ratio: null,
      target,
      note: place === 'node' && key === 'first' ? `${range(sizes)}; ${search}` : range(sizes),
    });
  };
  const rows = (place: PlanPlace, realms: readonly PlanTimes[]) => [
    row(
      place,
      'first',
      realms.map(({ firstSizeMs }) => firstSizeMs),
    ),
    row(
      place,
      'later',
      realms.flatMap(({ laterSizesMs }) => laterSizesMs),
    ),
  ];
  return [...rows('worker', times.worker), ...rows('node', times.node)];
}

function range({ low, high }: Spread): string {
  return `${low.toFixed(1)}–${high.toFixed(1)} ms`;
}
