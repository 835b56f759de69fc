// `npm run -s bench -- --json`: see benchHelp.
import { isMainThread } from 'node:worker_threads';
import { benchArguments, benchHelp } from './bench/bench-arguments.ts';
import { benchMarkdown } from './bench/bench-markdown.ts';
import { benchTable } from './bench/bench-table.ts';
import { answerAsNodeRealm } from './bench/node-realm.ts';
import { runBench } from './bench/run-bench.ts';
import { reportCommand } from './command-line/report-command.ts';

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

function bench(args: Extract<ReturnType<typeof benchArguments>, { readonly type: 'bench' }>): Promise<number> {
  const { rounds, adapter, parts, format } = args;
  return reportCommand({
    make: (stop) => runBench({ rounds, adapter, parts, stop, onNote: (text) => console.error(text) }),
    format,
    table: benchTable,
    markdown: benchMarkdown,
    exitCode: () => 0,
  });
}
