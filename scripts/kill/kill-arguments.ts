import { optionLines } from '../command-line/settings-help.ts';
import { splitArguments } from '../command-line/split-arguments.ts';

export const DEFAULT_MOMENTS = 20;
const MOST_MOMENTS = 200;

export type KillArguments =
  | { readonly type: 'help' }
  | { readonly type: 'bad'; readonly problems: readonly string[] }
  | { readonly type: 'kill'; readonly moments: number; readonly json: boolean };

/** Reads the command line of `kill`. */
export function killArguments(argv: readonly string[]): KillArguments {
  const split = splitArguments(argv, { switches: ['json', 'help'], values: ['moments'], settings: [] });
  if (split.switches.has('help')) return { type: 'help' };
  const problems = [...split.problems];
  const text = split.values.get('moments') ?? String(DEFAULT_MOMENTS);
  const moments = Number(text);
  if (!Number.isInteger(moments) || moments < 1 || moments > MOST_MOMENTS) {
    problems.push(`--moments is “${text}”, but must be a whole number from 1 to ${MOST_MOMENTS}.`);
  }
  if (problems.length > 0) return { type: 'bad', problems };
  return { type: 'kill', moments, json: split.switches.has('json') };
}

export function killHelp(): string {
  return [
    'Kills a browser in the middle of writing a checkpoint, at moments spread over the write, and starts it again: the run',
    'that it resumes must have the losses of one that was never interrupted, digit for digit.',
    '',
    '  npm run -s kill -- [--moments 20] [--json]',
    '',
    'Each moment is a step of the write (a request to the storage, its answer, the end of a transaction), in a browser',
    'profile of its own; all of the browser’s processes get SIGKILL. At every other moment the worker stands still at the',
    'step; at the others the write runs on into the kill. Needs Linux or macOS, and about 15 seconds a moment.',
    'Exit code: 0 all survived, 3 one did not, 1 the arguments make no sense, 130 stopped by Ctrl-C.',
    '',
    ...optionLines([
      ['--moments N', 'browsers killed', String(DEFAULT_MOMENTS)],
      ['--json', 'one JSON object on standard output', ''],
      ['--help', 'this text', ''],
    ]),
  ].join('\n');
}
