// `npm run -s race -- --batch 512 --budget 4.75MiB`: see raceHelp.

import type { Event } from '../src/protocol/events.ts';
import { RACE_AT_START } from '../src/protocol/race-standing.ts';
import { optionLines, settingOptions } from './command-line/settings-help.ts';
import { raceJson, raceTable } from './race/race-report.ts';
import { type RaceOutcome, WatchedRace } from './race/watched-race.ts';
import { type CommandFailure, CommandFailureError } from './train/command-failure.ts';
import { eventLine } from './train/event-lines.ts';
import { progressNote } from './train/progress-note.ts';
import { runBrowserCommand } from './train/run-browser-command.ts';
import { stopOnInterrupt } from './train/stop-on-interrupt.ts';
import { type BrowserArguments, browserOptions } from './train/train-arguments.ts';
import { openTrainingBrowser, type TrainingBrowser } from './train/training-browser.ts';

await runBrowserCommand(process.argv.slice(2), raceHelp, race);

async function race({ config, adapter, headed, json }: BrowserArguments): Promise<RaceOutcome['type']> {
  let browser: TrainingBrowser | undefined;
  const watched = new WatchedRace(config, { send: (command) => browser?.send(command), onEvent: note });
  stopOnInterrupt(watched);
  const outcome = await raceInBrowser();
  await browser?.close();
  const { standing } = outcome;
  const failure = outcome.type === 'failed' ? { event: 'failure' as const, updates: 0, ...outcome.failure } : undefined;
  if (json) console.log(JSON.stringify({ ...raceJson(config, standing), ...(failure && { failure }) }));
  else console.log(failure ? eventLine(failure) : raceTable(config, standing));
  return outcome.type;

  async function raceInBrowser(): Promise<RaceOutcome> {
    try {
      browser = await openTrainingBrowser({
        adapter,
        headed,
        onEvent: (event) => watched.receive(event),
        onLost: (lost: CommandFailure) => watched.fail(lost),
      });
      return await watched.start();
    } catch (error) {
      if (!(error instanceof CommandFailureError)) throw error;
      return { type: 'failed', standing: RACE_AT_START, failure: error.failure };
    }
  }
}

/** On standard error: the adapter, and which search is on. */
function note(event: Event): void {
  const text =
    event.type === 'race'
      ? event.progress.type === 'search-started' && `Racing ${event.progress.search} …`
      : progressNote(event);
  if (text) console.error(text);
}

function raceHelp(): string {
  return [
    'Runs every way to search the micro-batch in headless Chromium on WebGPU, one after another, and compares them.',
    '',
    '  npm run -s race -- --workload fashion-mlp --batch 512 --budget 4.75MiB [--json]',
    '',
    '-s keeps npm quiet, so that standard output holds the table alone. --adapter software needs no GPU. A fixed micro-batch',
    'is ignored, and so are settings that change no bytes.',
    'Exit code: 0 done, 3 failed, 1 the arguments make no sense, 130 stopped by Ctrl-C.',
    '',
    ...optionLines([...browserOptions('one JSON object on standard output'), ...settingOptions()]),
  ].join('\n');
}
