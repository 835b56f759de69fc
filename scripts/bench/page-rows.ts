import { type BenchRow, benchRow } from './bench-report.ts';
import type { PageMeasurement } from './measure-page.ts';

/** The Long Tasks API reports tasks of 50 ms and more. */
const LONG_TASK_MS = 50;

/** How long the page was blocked while it trained. */
export function pageRows({ windowMs, longTasksMs, sentence }: PageMeasurement): BenchRow[] {
  const group = `the built page while it trains, ${(windowMs / 1000).toFixed(0)} s after the first 3 s`;
  const shared = { group, eager: null, ratio: null };
  return [
    benchRow({
      ...shared,
      id: 'page/long-tasks',
      name: `tasks over ${LONG_TASK_MS} ms`,
      unit: 'tasks',
      engine: longTasksMs.length,
      target: { of: 'value', atMost: 0 },
      note: sentence,
    }),
    benchRow({
      ...shared,
      id: 'page/longest-task',
      name: 'longest of them',
      unit: 'ms',
      engine: Math.max(0, ...longTasksMs),
      target: { of: 'value', atMost: LONG_TASK_MS },
      note: longTasksMs.length === 0 ? 'none' : `${longTasksMs.map((ms) => ms.toFixed(0)).join(', ')} ms`,
    }),
  ];
}
