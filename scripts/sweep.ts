// `npm run -s sweep -- --workload fashion-mlp`: see sweepHelp.
import { reportCommand } from './command-line/report-command.ts';
import { runSweep } from './sweep/run-sweep.ts';
import { type SweepArguments, sweepArguments, sweepHelp } from './sweep/sweep-arguments.ts';
import { sweepMarkdown, sweepTable } from './sweep/sweep-table.ts';

const NOT_SURVIVED_EXIT_CODE = 3;
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

function sweep({ format, ...options }: Extract<SweepArguments, { readonly type: 'sweep' }>): Promise<number> {
  return reportCommand({
    make: (stop) => runSweep({ ...options, stop, onNote: (text) => console.error(text) }),
    format,
    table: sweepTable,
    markdown: sweepMarkdown,
    exitCode: ({ total }) => (total.survived === total.injected ? 0 : NOT_SURVIVED_EXIT_CODE),
  });
}
