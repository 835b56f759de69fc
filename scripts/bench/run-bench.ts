import { availableParallelism, loadavg } from 'node:os';
import { buildScriptPage } from '../browser/built-page.ts';
import { openServedPage } from '../browser/served-page.ts';
import { type CommandFailure, CommandFailureError } from '../train/command-failure.ts';
import type { AdapterChoice } from '../train/train-arguments.ts';
import type { BenchReport, BenchRow } from './bench-report.ts';
import { measurePage } from './measure-page.ts';
import { measurePlans } from './measure-plans.ts';
import { measureScenario } from './measure-scenario.ts';
import { pageRows } from './page-rows.ts';
import { planRows } from './plan-rows.ts';
import { scenarioRows } from './scenario-rows.ts';
import { SCENARIOS } from './scenarios.ts';

export interface BenchOptions {
  readonly rounds: number;
  readonly adapter: AdapterChoice;
  /** Ends the run early. */
  readonly stop: AbortController;
  /** A sentence about what is measured next. */
  readonly onNote: (text: string) => void;
}

/** Measures everything, one thing after another. Rejects where something could not be measured. */
export async function runBench({ rounds, adapter, stop, onNote }: BenchOptions): Promise<BenchReport> {
  const startMs = performance.now();
  const loadAtStart = load();
  const onLost = (failure: CommandFailure) => stop.abort(new CommandFailureError(failure));
  const rows: BenchRow[] = [];

  onNote('Building the page and opening the browser …');
  const served = await openServedPage({
    adapter,
    headed: false,
    onLost,
    isolated: true,
    build: async (owned) => [await buildScriptPage('scripts/bench/page', owned)],
  });
  const { page } = served;
  try {
    for (const scenario of SCENARIOS) {
      onNote(`Comparing ${scenario.workload} at ${scenario.microBatch} examples …`);
      rows.push(...scenarioRows(await measureScenario(page, scenario, rounds, stop.signal)));
    }
    onNote('Planning …');
    rows.push(...(await measurePlans(page, stop.signal)).flatMap(planRows));
  } finally {
    await served.close();
  }
  onNote('Watching the page while it trains …');
  rows.push(...pageRows(await measurePage({ adapter, onLost, signal: stop.signal })));
  return {
    adapter: served.adapter?.name ?? 'none',
    isSoftware: served.adapter?.isSoftware ?? false,
    rounds,
    totalMs: performance.now() - startMs,
    loadAtStart,
    loadAtEnd: load(),
    processors: availableParallelism(),
    rows,
  };
}

function load(): number {
  return loadavg()[0] ?? Number.NaN;
}
