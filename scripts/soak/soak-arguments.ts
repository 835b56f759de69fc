import { optionLines } from '../command-line/settings-help.ts';
import { splitArguments } from '../command-line/split-arguments.ts';
import { ADAPTER_CHOICES, type AdapterChoice, browserOptions } from '../train/train-arguments.ts';
import { LEAST_UPDATES } from './soak-setting.ts';

export type SoakArguments =
  | { readonly type: 'help' }
  | { readonly type: 'bad'; readonly problems: readonly string[] }
  | {
      readonly type: 'soak';
      readonly updates: number;
      readonly seed: number;
      readonly adapter: AdapterChoice;
      readonly headed: boolean;
      readonly json: boolean;
    };

const DEFAULT_UPDATES = 2000;
const MOST_UPDATES = 1_000_000;
const MOST_SEED = 2 ** 32 - 1;

export function soakArguments(argv: readonly string[]): SoakArguments {
  const {
    switches,
    values,
    problems: found,
  } = splitArguments(argv, {
    switches: ['json', 'help', 'headed'],
    values: ['updates', 'seed', 'adapter'],
    settings: [],
  });
  if (switches.has('help')) return { type: 'help' };
  const problems = [...found];
  const wholeNumber = (name: string, from: number, to: number, otherwise: number): number => {
    const text = values.get(name);
    if (text === undefined) return otherwise;
    const value = /^\d{1,10}$/.test(text) ? Number(text) : Number.NaN;
    if (value >= from && value <= to) return value;
    problems.push(`--${name} is “${text}”, but must be a whole number from ${from} to ${to}.`);
    return otherwise;
  };
  const updates = wholeNumber('updates', LEAST_UPDATES, MOST_UPDATES, DEFAULT_UPDATES);
  const seed = wholeNumber('seed', 0, MOST_SEED, 1);
  const chosen = values.get('adapter') ?? 'auto';
  const adapter = ADAPTER_CHOICES.find((choice) => choice === chosen);
  if (!adapter) problems.push(`--adapter is “${chosen}”, but must be ${ADAPTER_CHOICES.join(', ')}.`);
  if (!adapter || problems.length > 0) return { type: 'bad', problems };
  return { type: 'soak', updates, seed, adapter, headed: switches.has('headed'), json: switches.has('json') };
}

export function soakHelp(): string {
  return [
    'Trains for many updates in random memory weather, in headless Chromium on WebGPU, and checks that nothing is lost,',
    'counted twice or left behind: updates and examples, bytes and buffers on the device, the JavaScript heap of the worker.',
    '',
    '  npm run -s soak -- [--updates 2000] [--seed 1] [--json]',
    '',
    'The same seed gives the same weather. Standard error tells how far it is.',
    'Exit code: 0 everything held, 3 something did not, 1 the arguments make no sense, 130 stopped by Ctrl-C.',
    '',
    ...optionLines([
      ['--updates N', 'length of the run', String(DEFAULT_UPDATES)],
      ['--seed N', 'decides the weather and the run', '1'],
      ...browserOptions('one JSON object on standard output'),
    ]),
  ].join('\n');
}
