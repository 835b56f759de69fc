import { formatBytes } from '../../src/core/bytes.ts';
import { type BenchRow, benchRow, type Target } from './bench-report.ts';
import { exact } from './spread.ts';
import type { MemoryFigures } from './worker/plan-figures.ts';

/** Planned bytes against what no placement can go under. */
const LOWER_BOUND: Target = { of: 'ratio', atMost: 1.05 };

/** A plan's bytes against the liveness lower bound: of the arena, and of all. */
export function boundRows(
  { arenaBytes, arenaLowerBoundBytes, peakBytes, lowerBoundBytes }: MemoryFigures,
  head: (key: string, name: string) => Pick<BenchRow, 'id' | 'group' | 'name'>,
): BenchRow[] {
  return [
    boundRow(head('arena-over-bound', 'planned arena'), arenaBytes, arenaLowerBoundBytes),
    boundRow(head('peak-over-bound', 'planned bytes in total'), peakBytes, lowerBoundBytes),
  ];
}

function boundRow(head: Pick<BenchRow, 'id' | 'group' | 'name'>, bytes: number, boundBytes: number): BenchRow {
  const note = `over the liveness lower bound of ${formatBytes(boundBytes).text}`;
  const ratio = exact(bytes / boundBytes);
  return benchRow({ ...head, unit: 'bytes', eager: null, engine: bytes, ratio, target: LOWER_BOUND, note });
}
