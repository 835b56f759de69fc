import type { ReportFormat } from '../command-line/report-command.ts';
import { optionLines } from '../command-line/settings-help.ts';
import { splitArguments } from '../command-line/split-arguments.ts';
import { alignColumns } from '../command-line/text-table.ts';
import { ADAPTER_CHOICES, type AdapterChoice } from '../train/train-arguments.ts';
import { ALL_PARTS, BENCH_PARTS, type BenchPart, isBenchPart } from './bench-parts.ts';

export const DEFAULT_ROUNDS = 3;
const MOST_ROUNDS = 100;

/** `text` and `markdown` are tables for people. */

export type BenchArguments =
  | { readonly type: 'help' }
  | { readonly type: 'bad'; readonly problems: readonly string[] }
  | {
      readonly type: 'bench';
      readonly rounds: number;
      readonly adapter: AdapterChoice;
      readonly parts: ReadonlySet<BenchPart>;
      readonly format: ReportFormat;
    };

/** Reads the command line of `bench`. */
export function benchArguments(argv: readonly string[]): BenchArguments {
  const split = splitArguments(argv, {
    switches: ['json', 'markdown', 'help'],
    values: ['rounds', 'adapter', 'only'],
    settings: [],
  });
  if (split.switches.has('help')) return { type: 'help' };
  const problems = [...split.problems];
  const roundsText = split.values.get('rounds') ?? String(DEFAULT_ROUNDS);
  const rounds = Number(roundsText);
  if (!Number.isInteger(rounds) || rounds < 1 || rounds > MOST_ROUNDS) {
    problems.push(`--rounds is “${roundsText}”, but must be a whole number from 1 to ${MOST_ROUNDS}.`);
  }
  const chosen = split.values.get('adapter') ?? 'software';
  const adapter = ADAPTER_CHOICES.find((choice) => choice === chosen);
  if (adapter === undefined) {
    problems.push(`--adapter is “${chosen}”, but must be ${ADAPTER_CHOICES.join(', ')}.`);
  }
  const parts = chosenParts(split.values.get('only'), problems);
  const isJson = split.switches.has('json');
  const isMarkdown = split.switches.has('markdown');
  if (isJson && isMarkdown) problems.push('--json and --markdown exclude each other.');
  if (adapter === undefined || problems.length > 0) return { type: 'bad', problems };
  return { type: 'bench', rounds, adapter, parts, format: isJson ? 'json' : isMarkdown ? 'markdown' : 'text' };
}

/** The parts that `--only` lists, or all. */
function chosenParts(only: string | undefined, problems: string[]): ReadonlySet<BenchPart> {
  const names = only?.split(',') ?? ALL_PARTS;
  for (const name of names) {
    if (!isBenchPart(name)) problems.push(`--only names “${name}”, but can name ${ALL_PARTS.join(', ')}.`);
  }
  return new Set(names.filter(isBenchPart));
}

export function benchHelp(): string {
  return [
    'Measures the engine against TensorFlow.js as it comes, doing the same training step on the same adapter, in one run.',
    '',
    '  npm run -s bench -- [--json|--markdown] [--rounds N] [--only PART,PART]',
    '',
    'Both run in rounds that alternate; ratios are taken within a round, and what is shown is their median with the',
    'smallest and the largest. Targets that are missed are shown, and are no failure. Submits of eager tfjs are not cut by',
    'time, so those of the engine are not either; rows that say so show what cutting them for the page costs.',
    'Exit code: 0 measured, 1 it could not be measured, 130 stopped by Ctrl-C.',
    '',
    ...optionLines([
      ['--only PART,PART', 'what is measured: parts from the list below', 'all'],
      ['--rounds N', 'rounds of each comparison; fewer where steps are long', String(DEFAULT_ROUNDS)],
      [`--adapter ${ADAPTER_CHOICES.join('|')}`, 'software is the same on every machine', 'software'],
      ['--json', 'one JSON object on standard output', ''],
      ['--markdown', 'the table in Markdown', ''],
      ['--help', 'this text', ''],
    ]),
    '',
    'Parts:',
    ...alignColumns(ALL_PARTS.map((part) => [`  ${part}`, BENCH_PARTS[part]])),
  ].join('\n');
}
