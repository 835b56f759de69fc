// `npm run -s bench -- --json`: see benchHelp.
import { isMainThread } from 'node:worker_threads';
import { type BenchFormat, benchArguments, benchHelp } from './bench/bench-arguments.ts';
import { benchMarkdown } from './bench/bench-markdown.ts';
import type { BenchReport } from './bench/bench-report.ts';
import { benchTable } from './bench/bench-table.ts';
import { answerAsNodeRealm } from './bench/node-realm.ts';
import { runBench } from './bench/run-bench.ts';
import { CommandFailureError } from './train/command-failure.ts';

class Interrupted extends Error {}

const INTERRUPTED_EXIT_CODE = 130;
const EXIT_LIMIT_MS = 2000;

if (isMainThread) {
  process.exitCode = await main(process.argv.slice(2));
  // A browser that hangs would keep this process; leaving it ends that browser.
  setTimeout(() => process.exit(), EXIT_LIMIT_MS).unref();
} else {
  await answerAsNodeRealm();
}

async function main(argv: readonly string[]): Promise<number> {
  const args = benchArguments(argv);
  switch (args.type) {
    case 'help':
      console.log(benchHelp());
      return 0;
    case 'bad':
      console.error(args.problems.join('\n'));
      return 1;
    case 'bench':
      return bench(args);
    default:
      return args satisfies never;
  }
}

async function bench(args: Extract<ReturnType<typeof benchArguments>, { readonly type: 'bench' }>): Promise<number> {
  const stop = new AbortController();
  // The first Ctrl-C closes the browser in order; the second one does not wait for that.
  process.once('SIGINT', () => {
    process.once('SIGINT', () => process.exit(INTERRUPTED_EXIT_CODE));
    stop.abort(new Interrupted());
  });
  try {
    const { rounds, adapter, parts, format } = args;
    const report = await runBench({ rounds, adapter, parts, stop, onNote: (text) => console.error(text) });
    console.log(reportText(report, format));
    return 0;
  } catch (error) {
    if (error instanceof Interrupted) return INTERRUPTED_EXIT_CODE;
    console.error(textOf(error));
    return 1;
  }
}

function reportText(report: BenchReport, format: BenchFormat): string {
  switch (format) {
    case 'json':
      return JSON.stringify(report, undefined, 2);
    case 'markdown':
      return benchMarkdown(report);
    case 'text':
      return benchTable(report);
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
