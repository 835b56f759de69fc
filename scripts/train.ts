// `npm run -s train -- --batch 512 --budget 6MiB --updates 20`: see trainHelp.

import type { CommandEvent } from './train/command-event.ts';
import { type CommandFailure, CommandFailureError } from './train/command-failure.ts';
import { eventLine, UPDATE_HEADING } from './train/event-lines.ts';
import { progressNote } from './train/progress-note.ts';
import { runBrowserCommand } from './train/run-browser-command.ts';
import { RunRecord } from './train/run-record.ts';
import { stopOnInterrupt } from './train/stop-on-interrupt.ts';
import { type BrowserArguments, trainHelp } from './train/train-arguments.ts';
import { openTrainingBrowser, type TrainingBrowser } from './train/training-browser.ts';
import { type RunOutcome, WatchedRun } from './train/watched-run.ts';

await runBrowserCommand(process.argv.slice(2), trainHelp, train);

async function train(args: BrowserArguments): Promise<RunOutcome['type']> {
  const print = createPrinter(args.json);
  const record = new RunRecord(() => performance.now());
  let browser: TrainingBrowser | undefined;
  const run = new WatchedRun(args.config, {
    send: (command) => browser?.send(command),
    onEvent: (event) => {
      const note = progressNote(event);
      if (note !== undefined) console.error(note);
      for (const line of record.add(event)) print(line);
    },
  });
  stopOnInterrupt(run);
  const outcome = await runInBrowser();
  await browser?.close();
  switch (outcome.type) {
    case 'finished':
      print({ event: 'done', ...record.totals });
      break;
    case 'stopped':
      print({ event: 'stopped', ...record.totals });
      break;
    case 'failed':
      print({ event: 'failure', ...outcome.failure, updates: record.totals.updates });
      break;
    default:
      outcome satisfies never;
  }
  return outcome.type;

  async function runInBrowser(): Promise<RunOutcome> {
    try {
      browser = await openTrainingBrowser({
        adapter: args.adapter,
        headed: args.headed,
        onEvent: (event) => run.receive(event),
        onLost: (failure: CommandFailure) => run.fail(failure),
      });
      return await run.start();
    } catch (error) {
      if (error instanceof CommandFailureError) return { type: 'failed', failure: error.failure };
      throw error;
    }
  }
}

function createPrinter(json: boolean): (event: CommandEvent) => void {
  let hasHeading = false;
  return (event) => {
    if (json) {
      console.log(JSON.stringify(event));
      return;
    }
    // Standard error has said so.
    if (event.event === 'adapted') return;
    if (event.event === 'update' && !hasHeading) {
      hasHeading = true;
      console.log(UPDATE_HEADING);
    }
    console.log(eventLine(event));
  };
}
