import type { RecomputationId } from '../../src/core/config/training-config.ts';
import { type BenchRow, benchRow } from './bench-report.ts';
import type { RecomputationMeasurement, RecomputedSide } from './measure-recomputation.ts';
import { exact, median, type Spread, spreadOf } from './spread.ts';

const NAMES: Readonly<Record<RecomputationId, string>> = {
  none: 'nothing made again',
  layers: 'inputs of layers made again',
  blocks: 'whole blocks made again',
};

/** What recomputation costs in time and saves in bytes: each kind of it over the step that keeps everything. */
export function recomputationRows({ step, sides }: RecomputationMeasurement): BenchRow[] {
  const none = sides.find(({ recomputation }) => recomputation === 'none');
  if (!none) throw new Error('There is nothing to compare with.');
  const { workload, microBatch } = step;
  const group = `${workload}, micro-batch ${microBatch}, one slice and one update by Adam, ratio to nothing made again`;
  const rows = (
    name: string,
    unit: 'ms' | 'bytes' | 'dispatches',
    of: (side: RecomputedSide) => number,
    ratioOf: (side: RecomputedSide) => Spread,
  ) =>
    sides.map((side) =>
      benchRow({
        id: `${workload}/${microBatch}/recompute-${side.recomputation}/${unit}`,
        group,
        name: `${name}, ${NAMES[side.recomputation]}`,
        unit,
        eager: null,
        engine: of(side),
        ratio: side === none ? null : ratioOf(side),
        target: null,
        note: null,
      }),
    );
  const count = (name: string, unit: 'bytes' | 'dispatches', of: (side: RecomputedSide) => number) =>
    rows(name, unit, of, (side) => exact(of(side) / of(none)));
  return [
    ...rows(
      'whole step',
      'ms',
      ({ wholeMs }) => median(wholeMs),
      ({ wholeMs }) => spreadOf(wholeMs.map((ms, round) => ms / (none.wholeMs[round] ?? Number.NaN))),
    ),
    ...count('planned arena', 'bytes', ({ plan }) => plan.arenaBytes),
    ...count('dispatches', 'dispatches', ({ plan }) => plan.dispatches),
  ];
}
