import type { Page } from 'playwright';
import type { WorkloadId } from '../../src/core/config/training-config.ts';
import { abortable } from '../bench/realm.ts';
import { buildScriptPage } from '../browser/built-page.ts';
import { withLimit } from '../browser/owned-resources.ts';
import { openServedPage } from '../browser/served-page.ts';
import { CommandFailureError } from '../train/command-failure.ts';
import { chosenFaults, type RequestCounts } from './chosen-faults.ts';
import { type Fault, SWEEP_MODES, type SweepMode } from './faults.ts';
import type {} from './page/page-bridge.ts';
import type { SweepArguments } from './sweep-arguments.ts';
import { type SweepReport, type SweptWorkload, sweepReport } from './sweep-report.ts';
import type { SweptFault } from './swept-fault.ts';
import type { SweepReply, SweepRequest } from './worker/sweep-messages.ts';

export interface SweepOptions
  extends Pick<Extract<SweepArguments, { type: 'sweep' }>, 'workloads' | 'every' | 'adapter'> {
  /** Ends the sweep early. */
  readonly stop: AbortController;
  /** A sentence about how far the sweep is. */
  readonly onNote: (text: string) => void;
}

/** Faults asked for at once. */
const FAULTS_AT_ONCE = 20;
/** A run that hangs is given up by the worker long before. */
const ANSWER_LIMIT_MS = 30 * 60_000;

/** Sweeps one workload after another, each in a worker of its own. Rejects where that cannot be done. */
export async function runSweep({ workloads, every, adapter, stop, onNote }: SweepOptions): Promise<SweepReport> {
  const startMs = performance.now();
  const served = await openServedPage({
    adapter,
    headed: false,
    onLost: (failure) => stop.abort(new CommandFailureError(failure)),
    build: async (owned) => [await buildScriptPage('scripts/sweep/page', owned)],
  });
  try {
    const swept: SweptWorkload[] = [];
    for (const workload of workloads) {
      for (const mode of SWEEP_MODES) swept.push(await sweepWorkload(served.page, workload, mode));
    }
    const totalMs = performance.now() - startMs;
    return sweepReport(swept, { adapter: served.adapter?.name ?? 'none', every, totalMs });
  } finally {
    await served.close();
  }

  async function sweepWorkload(page: Page, workload: WorkloadId, mode: SweepMode): Promise<SweptWorkload> {
    const counts = await open(page, workload, mode);
    const faults = chosenFaults(counts, every);
    const results: SweptFault[] = [];
    const sinceMs = performance.now();
    for (let from = 0; from < faults.length; from += FAULTS_AT_ONCE) {
      const more = await sweep(page, faults.slice(from, from + FAULTS_AT_ONCE));
      results.push(...more);
      const lost = results.filter(({ verdict }) => verdict.type === 'lost').length;
      const minutes = ((performance.now() - sinceMs) / 60_000).toFixed(1);
      onNote(
        `${workload}, ${mode}: ${results.length} of ${faults.length} faults, ${lost} not survived, ${minutes} min`,
      );
      // What a run that does not survive leaves behind is nobody's fault after it.
      if (more.some(({ verdict }) => verdict.type === 'lost')) await open(page, workload, mode);
    }
    return { workload, mode, counts, results };
  }

  async function open(page: Page, workload: WorkloadId, mode: SweepMode): Promise<RequestCounts> {
    await page.evaluate(() => window.sweep.start());
    const reply = await ask(page, { type: 'open', workload, mode });
    return reply.type === 'opened' ? reply.counts : unexpected(reply);
  }

  async function sweep(page: Page, faults: readonly Fault[]): Promise<readonly SweptFault[]> {
    const reply = await ask(page, { type: 'sweep', faults });
    return reply.type === 'swept' ? reply.results : unexpected(reply);
  }

  function ask(page: Page, request: SweepRequest): Promise<SweepReply> {
    stop.signal.throwIfAborted();
    const answer = page.evaluate((r) => window.sweep.ask(r), request);
    return abortable(withLimit(answer, ANSWER_LIMIT_MS, 'The worker does not answer.'), stop.signal);
  }
}

function unexpected(reply: SweepReply): never {
  throw new Error(reply.type === 'failed' ? reply.detail : `The worker answered ${reply.type}.`);
}
