// `npm run -s sweep -- --workload fashion-mlp`: see sweepHelp.
import { runSweep } from './sweep/run-sweep.ts';
import { type SweepArguments, type SweepFormat, sweepArguments, sweepHelp } from './sweep/sweep-arguments.ts';
import type { SweepReport } from './sweep/sweep-report.ts';
import { sweepMarkdown, sweepTable } from './sweep/sweep-table.ts';
import { CommandFailureError } from './train/command-failure.ts';

class Interrupted extends Error {}

const NOT_SURVIVED_EXIT_CODE = 3;
const INTERRUPTED_EXIT_CODE = 130;
const EXIT_LIMIT_MS = 2000;

process.exitCode = await main(process.argv.slice(2));
// A browser that hangs would keep this process; leaving it ends that browser.
setTimeout(() => process.exit(), EXIT_LIMIT_MS).unref();

async function main(argv: readonly string[]): Promise<number> {
  const args = sweepArguments(argv);
  switch (args.type) {
    case 'help':
      console.log(sweepHelp());
      return 0;
    case 'bad':
      console.error(args.problems.join('\n'));
      return 1;
    case 'sweep':
      return sweep(args);
    default:
      return args satisfies never;
  }
}

async function sweep(args: Extract<SweepArguments, { readonly type: 'sweep' }>): Promise<number> {
  const stop = new AbortController();
  // The first Ctrl-C closes the browser in order; the second one does not wait for that.
  process.once('SIGINT', () => {
    process.once('SIGINT', () => process.exit(INTERRUPTED_EXIT_CODE));
    stop.abort(new Interrupted());
  });
  try {
    const report = await runSweep({ ...args, stop, onNote: (text) => console.error(text) });
    console.log(reportText(report, args.format));
    const { injected, survived } = report.total;
    return survived === injected ? 0 : NOT_SURVIVED_EXIT_CODE;
  } catch (error) {
    if (error instanceof Interrupted) return INTERRUPTED_EXIT_CODE;
    console.error(textOf(error));
    return 1;
  }
}

function reportText(report: SweepReport, format: SweepFormat): string {
  switch (format) {
    case 'json':
      return JSON.stringify(report, undefined, 2);
    case 'markdown':
      return sweepMarkdown(report);
    case 'text':
      return sweepTable(report);
    default:
      return format satisfies never;
  }
}

function textOf(error: unknown): string {
  if (error instanceof CommandFailureError) {
    const { message, cause, remedy, detail } = error.failure;
    return [message, cause, remedy, detail].filter(Boolean).join('\n  ');
  }
  return error instanceof Error ? error.message : String(error);
}
