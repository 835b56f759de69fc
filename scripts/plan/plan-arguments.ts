import { parseBytes } from '../../src/core/bytes.ts';
import { CONFIG_PARAMS } from '../../src/core/config/parse-config.ts';
import type { TrainingConfig } from '../../src/core/config/training-config.ts';
import type { DeviceLimits } from '../../src/core/program/plan-report.ts';
import { readSettings } from '../command-line/read-settings.ts';
import { optionLines, settingOptions } from '../command-line/settings-help.ts';
import { splitArguments } from '../command-line/split-arguments.ts';

export type PlanArguments =
  | { readonly type: 'help' }
  | { readonly type: 'bad'; readonly problems: readonly string[] }
  | { readonly type: 'plan'; readonly config: TrainingConfig; readonly limits: DeviceLimits; readonly json: boolean };

/** Reads the command line of `plan`; `limits` are those of the device assumed where nothing else is said. */
export function planArguments(argv: readonly string[], limits: DeviceLimits): PlanArguments {
  const split = splitArguments(argv, {
    switches: ['json', 'help'],
    values: ['max-buffer', 'max-binding'],
    settings: CONFIG_PARAMS,
  });
  if (split.switches.has('help')) return { type: 'help' };
  const parsed = readSettings(split.settings);
  const problems = [...split.problems, ...parsed.problems];
  const limit = (option: string, assumed: number): number => {
    const text = split.values.get(option);
    if (text === undefined) return assumed;
    const bytes = parseBytes(text);
    if (bytes) return bytes;
    problems.push(`--${option} is “${text}”, but must be an amount of memory such as 256MiB or 2GiB.`);
    return assumed;
  };
  const chosen: DeviceLimits = {
    ...limits,
    maxBufferSize: limit('max-buffer', limits.maxBufferSize),
    maxStorageBufferBindingSize: limit('max-binding', limits.maxStorageBufferBindingSize),
  };
  if (problems.length > 0) return { type: 'bad', problems };
  return { type: 'plan', config: parsed.config, limits: chosen, json: split.switches.has('json') };
}

export function planHelp(): string {
  const device: [string, string, string][] = [
    ['--max-buffer SIZE', 'largest buffer the device allows', '4GiB'],
    ['--max-binding SIZE', 'largest part of a buffer a shader may see', '2GiB − 4 bytes'],
    ['--json', 'one JSON object on standard output', ''],
    ['--help', 'this text', ''],
  ];
  return [
    'Plans a run without a browser and without a GPU: does the batch fit the memory budget, and how is it cut?',
    '',
    '  npm run -s plan -- --workload fashion-mlp --batch 512 --budget 6MiB [--json]',
    '',
    '-s keeps npm quiet, so that standard output holds the answer alone.',
    'Exit code: 0 it fits, 2 it does not fit, 1 the arguments make no sense.',
    '',
    ...optionLines([...device, ...settingOptions()]),
  ].join('\n');
}
