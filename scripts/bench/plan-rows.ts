import { type BenchRow, benchRow, type Target } from './bench-report.ts';
import type { PlanMeasurement, PlanPlace } from './measure-plans.ts';
import { median, type Spread, spreadOf } from './spread.ts';

const PLAN: Target = { of: 'value', atMost: 100 };
const GROUP = 'plan of a new size, without a GPU';
const PLACES: Readonly<Record<PlanPlace, string>> = { worker: "the browser's worker", node: 'Node' };

/** Two rows a measurement: the first size that a realm plans, and sizes it plans later. */
export function planRows({ workload, place, realms }: PlanMeasurement): BenchRow[] {
  const row = (key: 'first' | 'later', sizesMs: readonly number[], searchesMs: readonly number[]): BenchRow => {
    const sizes = spreadOf(sizesMs);
    return benchRow({
      id: `${workload}/plan/${place}/${key}`,
      group: GROUP,
      name: `${workload}, ${PLACES[place]}, ${key === 'first' ? 'the first of all' : 'later ones'}`,
      unit: 'ms',
      eager: null,
      engine: sizes.median,
      ratio: null,
      target: PLAN,
      note: `${range(sizes)}; whole search of ${sizesOfSearch} sizes ${median(searchesMs).toFixed(0)} ms`,
    });
  };
  const sizesOfSearch = median(realms.map(({ sizesOfFirstSearch }) => sizesOfFirstSearch));
  return [
    row(
      'first',
      realms.map(({ firstSizeMs }) => firstSizeMs),
      realms.map(({ firstSearchMs }) => firstSearchMs),
    ),
    row(
      'later',
      realms.flatMap(({ laterSizesMs }) => laterSizesMs),
      realms.flatMap(({ laterSearchesMs }) => laterSearchesMs),
    ),
  ];
}

function range({ low, high }: Spread): string {
  return `${low.toFixed(1)}–${high.toFixed(1)} ms`;
}
