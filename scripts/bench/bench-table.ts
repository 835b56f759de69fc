import { alignColumns, type Cell } from '../command-line/text-table.ts';
import type { BenchReport, BenchRow } from './bench-report.ts';
import { rowTexts } from './row-texts.ts';

const SOFTWARE =
  "This adapter computes on the CPU: the device's own threads compete with JavaScript for the processors.";
const HEADING: readonly Cell[] = [
  '',
  { right: 'eager tfjs' },
  { right: 'engine' },
  { right: 'ratio' },
  'spread',
  'target',
  'reached',
  'note',
];

/** The measured table as text for people, with what was measured and how in its first lines. */
export function benchTable(report: BenchReport): string {
  const { adapter, isSoftware, rounds, totalMs, loadAtStart, loadAtEnd, processors, rows } = report;
  const cells: (readonly Cell[])[] = [HEADING];
  for (const [index, row] of rows.entries()) {
    if (row.group !== rows[index - 1]?.group) cells.push([], [row.group]);
    cells.push(rowCells(row));
  }
  const judged = rows.filter(({ reached }) => reached !== null);
  return [
    `Adapter: ${adapter}. Ratios are engine over eager tfjs: medians of up to ${rounds} rounds, smallest and largest beside them.`,
    `Load ${loadAtStart.toFixed(1)} at the start, ${loadAtEnd.toFixed(1)} at the end, on ${processors} processors; ${(totalMs / 1000).toFixed(0)} s in all.`,
    ...(isSoftware ? [SOFTWARE] : []),
    '',
    ...table(cells),
    '',
    `Targets reached: ${judged.filter(({ reached }) => reached).length} of ${judged.length}.`,
  ].join('\n');
}

/** Aligns all rows but the headings of groups, which would make the first column as wide as they are. */
function table(cells: readonly (readonly Cell[])[]): string[] {
  const aligned = alignColumns(cells.filter((row) => row.length > 1));
  let next = 0;
  return cells.map((row) => (row.length > 1 ? (aligned[next++] ?? '') : String(row[0] ?? '')));
}

function rowCells(row: BenchRow): Cell[] {
  const { name, eager, engine, ratio, spread, target, reached, note } = rowTexts(row);
  return [`  ${name}`, { right: eager }, { right: engine }, { right: ratio }, spread, target, reached, note];
}
