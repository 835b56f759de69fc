import { CONFIG_PARAMS } from '../../src/core/config/parse-config.ts';
import type { TrainingConfig } from '../../src/core/config/training-config.ts';
import { readSettings } from '../command-line/read-settings.ts';
import { optionLines, settingOptions } from '../command-line/settings-help.ts';
import { splitArguments } from '../command-line/split-arguments.ts';

/** `auto`: the GPU where the browser can use one, else the software adapter. */
export const ADAPTER_CHOICES = ['auto', 'hardware', 'software'] as const;
export type AdapterChoice = (typeof ADAPTER_CHOICES)[number];

/** What is run in a browser, and how. */
export interface BrowserArguments {
  readonly type: 'run';
  readonly config: TrainingConfig;
  readonly adapter: AdapterChoice;
  readonly headed: boolean;
  readonly json: boolean;
}

export type TrainArguments =
  | { readonly type: 'help' }
  | { readonly type: 'bad'; readonly problems: readonly string[] }
  | BrowserArguments;

/** Reads the command line of a command that runs the worker in a browser: `train` and `race`. */
export function trainArguments(argv: readonly string[]): TrainArguments {
  const split = splitArguments(argv, {
    switches: ['json', 'help', 'headed'],
    values: ['adapter'],
    settings: CONFIG_PARAMS,
  });
  if (split.switches.has('help')) return { type: 'help' };
  const parsed = readSettings(split.settings);
  const problems = [...split.problems, ...parsed.problems];
  const chosen = split.values.get('adapter') ?? 'auto';
  const adapter = ADAPTER_CHOICES.find((choice) => choice === chosen);
  if (adapter === undefined) {
    problems.push(`--adapter is “${chosen}”, but must be ${ADAPTER_CHOICES.join(', ')}.`);
  }
  if (adapter === undefined || problems.length > 0) return { type: 'bad', problems };
  return {
    type: 'run',
    config: parsed.config,
    adapter,
    headed: split.switches.has('headed'),
    json: split.switches.has('json'),
  };
}

/** Options of those commands beside the settings of a run. */
export function browserOptions(json: string): [option: string, meaning: string, value: string][] {
  return [
    [
      `--adapter ${ADAPTER_CHOICES.join('|')}`,
      'auto takes the GPU where the browser can use one, else the software adapter',
      'auto',
    ],
    ['--headed', 'shows the browser window', ''],
    ['--json', json, ''],
    ['--help', 'this text', ''],
  ];
}

export function trainHelp(): string {
  return [
    'Trains in headless Chromium on WebGPU and prints one line an update; standard error says what goes on beside.',
    '',
    '  npm run -s train -- --workload fashion-mlp --batch 512 --budget 6MiB --updates 20 --seed 1 [--json]',
    '',
    '-s keeps npm quiet, so that standard output holds the lines alone. Two runs with one seed on one adapter give the same',
    'losses. --adapter software needs no GPU.',
    'The last line has the median examples a second, without the first 3 updates, which pay for first uses of pipelines and',
    'buffers; a run of at most 3 updates has the mean of them all.',
    'Exit code: 0 done, 3 failed, 1 the arguments make no sense, 130 stopped by Ctrl-C.',
    '',
    ...optionLines([...browserOptions('one JSON object a line on standard output'), ...settingOptions()]),
  ].join('\n');
}
