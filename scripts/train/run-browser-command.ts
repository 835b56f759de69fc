import { type BrowserArguments, trainArguments } from './train-arguments.ts';

/** Exit codes of a command that runs the worker in a browser, by how that ended. */
const EXIT_CODES = { finished: 0, stopped: 130, failed: 3 } as const;

const EXIT_LIMIT_MS = 2000;

/** Reads the arguments, runs the command, and sets the exit code: 1 where the arguments make no sense. */
export async function runBrowserCommand(
  argv: readonly string[],
  help: () => string,
  run: (args: BrowserArguments) => Promise<keyof typeof EXIT_CODES>,
): Promise<void> {
  process.exitCode = await exitCodeOf(argv, help, run);
  // A browser that hangs would keep this process; leaving it ends that browser.
  setTimeout(() => process.exit(), EXIT_LIMIT_MS).unref();
}

async function exitCodeOf(...[argv, help, run]: Parameters<typeof runBrowserCommand>): Promise<number> {
  const args = trainArguments(argv);
  switch (args.type) {
    case 'help':
      console.log(help());
      return 0;
    case 'bad':
      console.error(args.problems.join('\n'));
      return 1;
    case 'run':
      return EXIT_CODES[await run(args)];
    default:
      return args satisfies never;
  }
}
