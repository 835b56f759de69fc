import { availableParallelism, loadavg } from 'node:os';
import type { Page } from 'playwright';
import { buildScriptPage } from '../browser/built-page.ts';
import { openServedPage } from '../browser/served-page.ts';
import { type CommandFailure, CommandFailureError } from '../train/command-failure.ts';
import type { AdapterChoice } from '../train/train-arguments.ts';
import type { BenchPart } from './bench-parts.ts';
import type { BenchReport, BenchRow } from './bench-report.ts';
import { measurePage } from './measure-page.ts';
import { measurePlans } from './measure-plans.ts';
import { measureRecomputation, RECOMPUTED_STEPS } from './measure-recomputation.ts';
import { measureResNet152 } from './measure-res-net-152.ts';
import { measureScenario } from './measure-scenario.ts';
import { pageRows } from './page-rows.ts';
import { planRows } from './plan-rows.ts';
import { recomputationRows } from './recomputation-rows.ts';
import { resNet152Rows } from './res-net-152-rows.ts';
import { scenarioRows } from './scenario-rows.ts';
import { SCENARIOS } from './scenarios.ts';

export interface BenchOptions {
  readonly rounds: number;
  readonly adapter: AdapterChoice;
  readonly parts: ReadonlySet<BenchPart>;
  /** Ends the run early. */
  readonly stop: AbortController;
  /** A sentence about what is measured next. */
  readonly onNote: (text: string) => void;
}

/** Measures the chosen parts, one thing after another. Rejects where something could not be measured. */
export async function runBench(options: BenchOptions): Promise<BenchReport> {
  const { rounds, adapter, parts, stop, onNote } = options;
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
  try {
    rows.push(...(await rowsInBenchPage(served.page, options)));
  } finally {
    await served.close();
  }
  if (parts.has('resnet152')) {
    onNote('Asking for the memory of ResNet-152 …');
    rows.push(...resNet152Rows(await measureResNet152(stop.signal)));
  }
  if (parts.has('page')) {
    onNote('Watching the page while it trains …');
    rows.push(...pageRows(await measurePage({ adapter, onLost, signal: stop.signal })));
  }
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

async function rowsInBenchPage(page: Page, { rounds, parts, stop, onNote }: BenchOptions): Promise<BenchRow[]> {
  const rows: BenchRow[] = [];
  for (const scenario of SCENARIOS.filter(({ part }) => parts.has(part))) {
    const steps = scenario.timeSteps === undefined ? '' : ` and ${scenario.timeSteps} time steps`;
    onNote(`Measuring ${scenario.workload} at ${scenario.microBatch} examples${steps} …`);
    rows.push(...scenarioRows(await measureScenario(page, scenario, rounds, stop.signal)));
  }
  for (const step of parts.has('recompute') ? RECOMPUTED_STEPS : []) {
    onNote(`Measuring what ${step.workload} makes again …`);
    rows.push(...recomputationRows(await measureRecomputation(page, step, rounds, stop.signal)));
  }
  if (parts.has('plans')) {
    onNote('Planning …');
    rows.push(...planRows(await measurePlans(page, stop.signal)));
  }
  return rows;
}

function load(): number {
  return loadavg()[0] ?? Number.NaN;
}
