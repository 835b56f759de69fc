import { WORKLOAD_IDS, type WorkloadId } from '../../src/core/config/training-config.ts';
import type { ReportFormat } from '../command-line/report-command.ts';
import { optionLines } from '../command-line/settings-help.ts';
import { splitArguments } from '../command-line/split-arguments.ts';
import { ADAPTER_CHOICES, type AdapterChoice } from '../train/train-arguments.ts';

export type SweepArguments =
  | { readonly type: 'help' }
  | { readonly type: 'bad'; readonly problems: readonly string[] }
  | {
      readonly type: 'sweep';
      readonly workloads: readonly WorkloadId[];
      /** Every so many-th request is swept, first and last always. */
      readonly every: number;
      readonly adapter: AdapterChoice;
      readonly format: ReportFormat;
    };

/** Reads the command line of `sweep`. */
export function sweepArguments(argv: readonly string[]): SweepArguments {
  const split = splitArguments(argv, {
    switches: ['json', 'markdown', 'help'],
    values: ['workload', 'every', 'adapter'],
    settings: [],
  });
  if (split.switches.has('help')) return { type: 'help' };
  const problems = [...split.problems];
  const names = split.values.get('workload')?.split(',') ?? WORKLOAD_IDS;
  const workloads = WORKLOAD_IDS.filter((id) => names.includes(id));
  for (const name of names) {
    if (!WORKLOAD_IDS.some((id) => id === name)) {
      problems.push(`--workload names “${name}”, but can name ${WORKLOAD_IDS.join(', ')}.`);
    }
  }
  const everyText = split.values.get('every') ?? '1';
  const every = Number(everyText);
  if (!Number.isInteger(every) || every < 1) {
    problems.push(`--every is “${everyText}”, but must be a whole number from 1 on.`);
  }
  const chosen = split.values.get('adapter') ?? 'software';
  const adapter = ADAPTER_CHOICES.find((choice) => choice === chosen);
  if (adapter === undefined) {
    problems.push(`--adapter is “${chosen}”, but must be ${ADAPTER_CHOICES.join(', ')}.`);
  }
  const isJson = split.switches.has('json');
  const isMarkdown = split.switches.has('markdown');
  if (isJson && isMarkdown) problems.push('--json and --markdown exclude each other.');
  if (adapter === undefined || problems.length > 0) return { type: 'bad', problems };
  return { type: 'sweep', workloads, every, adapter, format: isJson ? 'json' : isMarkdown ? 'markdown' : 'text' };
}

export function sweepHelp(): string {
  return [
    'Lets everything that a run asks of its device fail, one request in each run, and compares what the run has learnt then',
    'with a run in which nothing fails.',
    '',
    '  npm run -s sweep -- [--workload ID,ID] [--every N] [--json|--markdown]',
    '',
    'Requests are allocations, pipelines, submits and read-backs; they fail by validation, out of memory, loss of the device',
    '(told, and by destroying the real one), and while the budget falls. A run survives where it finishes, has taken every',
    'example once, has given every byte back, and its parameters, optimizer slots and running statistics are the same: bit',
    'by bit where the batch was cut in the same slices, else within 1e-5 of the largest value of its kind. Texts and large',
    'residual networks are swept with smaller models of the same code. A full sweep takes hours without a GPU.',
    'Exit code: 0 all survived, 3 some did not, 1 it could not be run, 130 stopped by Ctrl-C.',
    '',
    ...optionLines([
      ['--workload ID,ID', 'what is swept', 'all'],
      ['--every N', 'every N-th request, first and last always', '1'],
      [`--adapter ${ADAPTER_CHOICES.join('|')}`, 'software is the same on every machine', 'software'],
      ['--json', 'one JSON object on standard output', ''],
      ['--markdown', 'the table in Markdown', ''],
      ['--help', 'this text', ''],
    ]),
  ].join('\n');
}
