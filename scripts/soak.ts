// `npm run -s soak`: see soakHelp.
import { formatBytes } from '../src/core/bytes.ts';
import { createPlanner } from '../src/engine/planning/plan-training.ts';
import type { TrainingPlanner } from '../src/engine/planning/training-planner.ts';
import type { DeviceReport } from '../src/protocol/events.ts';
import { type SoakArguments, soakArguments, soakHelp } from './soak/soak-arguments.ts';
import { type SoakFigures, type SoakSample, soakChecks, soakText } from './soak/soak-report.ts';
import {
  mostPlannedBuffers,
  plannedBuffers,
  plannedExamples,
  type SoakSetting,
  soakSetting,
} from './soak/soak-setting.ts';
import { SoakedRun } from './soak/soaked-run.ts';
import { type BufferCensus, WorkerProbe } from './soak/worker-probe.ts';
import { type CommandFailure, CommandFailureError } from './train/command-failure.ts';
import { eventLine } from './train/event-lines.ts';
import { adapterName } from './train/run-record.ts';
import { stopOnInterrupt } from './train/stop-on-interrupt.ts';
import { openTrainingBrowser, type TrainingBrowser } from './train/training-browser.ts';

type SoakTask = Extract<SoakArguments, { readonly type: 'soak' }>;
type Outcome =
  | { readonly type: 'stopped' }
  | { readonly type: 'failed'; readonly failure: CommandFailure }
  | SoakFigures;

const EXIT_LIMIT_MS = 2000;

process.exitCode = await main(process.argv.slice(2));
// A browser that hangs would keep this process; leaving it ends that browser.
setTimeout(() => process.exit(), EXIT_LIMIT_MS).unref();

async function main(argv: readonly string[]): Promise<number> {
  const args = soakArguments(argv);
  switch (args.type) {
    case 'help':
      console.log(soakHelp());
      return 0;
    case 'bad':
      console.error(args.problems.join('\n'));
      return 1;
    case 'soak':
      return report(await soak(args), args.json);
    default:
      return args satisfies never;
  }
}

function report(outcome: Outcome, json: boolean): number {
  if ('type' in outcome) {
    if (outcome.type === 'stopped') return 130;
    const failure = { event: 'failure', updates: 0, ...outcome.failure } as const;
    console.log(json ? JSON.stringify(failure) : eventLine(failure));
    return 3;
  }
  const checks = soakChecks(outcome);
  console.log(json ? JSON.stringify({ ...outcome, checks }) : soakText(outcome, checks));
  return checks.every(({ holds }) => holds) ? 0 : 3;
}

async function soak(task: SoakTask): Promise<Outcome> {
  let browser: TrainingBrowser | undefined;
  let run: SoakedRun | undefined;
  let lost: CommandFailure | undefined;
  let found: (report: DeviceReport) => void = () => {};
  const device = new Promise<DeviceReport>((resolve) => {
    found = resolve;
  });
  try {
    browser = await openTrainingBrowser({
      adapter: task.adapter,
      headed: task.headed,
      onEvent: (event) => {
        if (event.type === 'device') found(event.report);
        run?.receive(event);
      },
      onLost: (failure) => {
        lost = failure;
        run?.watched.fail(failure);
      },
    });
    const report = await device;
    if (report.status === 'unavailable') return { type: 'failed', failure: report.failure };
    console.error(`Adapter: ${adapterName(report)}`);
    const planner = await createPlanner(report.limits, () => performance.now());
    const setting = soakSetting(planner, task.updates, task.seed);
    console.error(`Weather: ${setting.config.weather}`);
    const probe = await WorkerProbe.open(browser.page);
    run = new SoakedRun(setting.config, { send: browser.send, probe, onSample: tell });
    if (lost) return { type: 'failed', failure: lost };
    stopOnInterrupt(run.watched);
    const outcome = await run.watched.start();
    await run.looked();
    return outcome.type === 'finished' ? figuresOf(run, setting, planner, await probe.buffers()) : outcome;
  } catch (error) {
    if (error instanceof CommandFailureError) return { type: 'failed', failure: error.failure };
    throw error;
  } finally {
    await browser?.close();
  }
}

function figuresOf(
  { record, summary, report, samples, atRest, adaptations, refusals, losses }: SoakedRun,
  { config, weather }: SoakSetting,
  planner: TrainingPlanner,
  atEnd: BufferCensus,
): SoakFigures {
  const { updates, examples, totalMs } = record.totals;
  return {
    ...{ updates, examples, totalMs, samples, atRest, atEnd, adaptations, refusals, losses },
    planned: {
      updates: config.length,
      examples: summary ? plannedExamples(config, summary.trainExamples) : Number.NaN,
      bytes: report?.peakBytes ?? Number.NaN,
      buffers: report && summary ? plannedBuffers(planner, report, summary) : undefined,
      mostBuffers: summary ? mostPlannedBuffers(planner, config, summary) : Number.NaN,
    },
    plannedLosses: weather.points.filter((point) => 'lost' in point).length,
  };
}

/** On standard error. */
function tell({ update, liveBuffers, liveBytes, objectBytes, codeBytes, arrayBytes }: SoakSample): void {
  const [device, objects, code, arrays] = [liveBytes, objectBytes, codeBytes, arrayBytes].map(
    (size) => formatBytes(size).text,
  );
  const heap = `objects ${objects}, code ${code}, array buffers ${arrays}`;
  console.error(`Update ${update}: ${liveBuffers} buffers of ${device}; heap: ${heap}.`);
}
