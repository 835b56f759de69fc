import { alignColumns, type Cell } from '../command-line/text-table.ts';
import { FAULT_WAYS, type FaultWay, type SweepMode } from './faults.ts';
import type { SweepReport, SweepRow, Tally } from './sweep-report.ts';

const WAY_TITLES: Readonly<Record<FaultWay, string>> = {
  validation: 'validation',
  'out-of-memory': 'out of memory',
  'device-loss': 'device lost',
  destruction: 'device destroyed',
  budget: 'budget falls',
  'no-budget': 'budget gone',
};
const MODE_TITLES: Readonly<Record<SweepMode, string>> = { fixed: 'fixed', free: 'by the budget' };

const HEADINGS = [
  ...['workload', 'micro-batch', 'what fails', 'requests'],
  ...FAULT_WAYS.map((way) => WAY_TITLES[way]),
  ...['same bits', 'within 1e-5'],
];

/** For a terminal: a row for each workload, mode and kind of request; survived of injected by each way. */
export function sweepTable(report: SweepReport): string {
  const rows = report.rows.map((row) => cells(row).map((cell, i): Cell => (i < 3 ? cell : { right: cell })));
  const headings = HEADINGS.map((heading, i): Cell => (i < 3 ? heading : { right: heading }));
  return [...alignColumns([headings, ...rows]), '', ...summary(report)].join('\n');
}

export function sweepMarkdown(report: SweepReport): string {
  const line = (texts: readonly string[]) => `| ${texts.join(' | ')} |`;
  const rule = HEADINGS.map((_, i) => (i < 3 ? '---' : '---:'));
  return [line(HEADINGS), line(rule), ...report.rows.map((row) => line(cells(row))), '', ...summary(report)].join('\n');
}

function cells({ workload, mode, kind, requests, ways, bitwise, close }: SweepRow): string[] {
  const ofWays = FAULT_WAYS.map((way) => shareText(ways[way]));
  return [workload, MODE_TITLES[mode], kind, `${requests}`, ...ofWays, `${bitwise}`, `${close}`];
}

function shareText({ survived, injected }: Tally): string {
  return injected === 0 ? '–' : `${survived} of ${injected}`;
}

function summary({ adapter, every, totalMs, total, notReached, lost }: SweepReport): string[] {
  const { injected, survived, bitwise, close, difference } = total;
  const chosen = every === 1 ? 'every request' : `every ${every}th request, first and last always`;
  const worst = close > 0 ? ` (${difference.toExponential(1)} at most)` : '';
  const late = notReached > 0 ? [`Faults that no run came to: ${notReached}.`] : [];
  return [
    `${injected} faults injected, ${survived} survived: ${bitwise} with the same bits, ${close} within 1e-5${worst}.`,
    ...late,
    `${adapter}, ${chosen}, ${(totalMs / 60_000).toFixed(1)} minutes.`,
    ...lost.map((text) => `NOT SURVIVED: ${text}`),
  ];
}
