import type { ConfigField, ConfigKey } from '../../src/core/config/config-field.ts';
import { CONFIG_KEYS, configField } from '../../src/core/config/config-table.ts';
import { alignColumns } from './text-table.ts';

const MEANINGS: Readonly<Record<ConfigKey, string>> = {
  workload: 'what trains: the model and its data',
  batchSize: 'examples the optimizer sees at each update',
  microBatch: 'examples in a slice: computed, or fixed here',
  budgetMiB: 'memory the run may allocate on the device',
  headroom: 'share of the budget kept free',
  weather: 'a budget that changes while the run trains: 10s2b3.5_30b5_40lost_50fail9',
  search: 'how the micro-batch is found: by plans, or by tries on the device',
  accumulation: 'backward for each slice, one backward for all, or no slices',
  optimizer: 'the rule of an update',
  learningRate: 'learning rate',
  schedule: 'how the learning rate changes over the run',
  warmUpUpdates: 'updates of linear warm-up',
  momentum: 'momentum of SGD',
  beta1: 'decay of the first moment of Adam',
  beta2: 'decay of the second moment of Adam',
  epsilon: 'epsilon of Adam',
  l2: 'L2 penalty, added to the gradient',
  weightDecay: 'decoupled weight decay of AdamW',
  clipNorm: 'largest global norm of the gradient; 0 clips nothing',
  dropout: 'share of hidden units dropped in training',
  recomputation: 'what the backward pass makes again, to keep less: nothing, inputs of layers, or whole blocks',
  normalization: 'what residual networks normalise over: a slice, or groups of channels',
  lengthUnit: '',
  length: 'length of the run',
  evaluateEvery: 'updates between two evaluations; 0 only at the end',
  timeSteps: 'words of a document that a TextRNN reads',
  testExamples: 'most test examples an evaluation uses; 0: no evaluation',
  seed: 'decides initial parameters, order and dropout',
};

/** A line for each option: its name and value, what it means, what it is without it. */
export function optionLines(options: readonly (readonly [option: string, meaning: string, value: string])[]): string[] {
  return alignColumns(options.map(([option, meaning, value]) => [`  ${option}`, meaning, value]));
}

/** The settings of a run for `optionLines`. Defaults are the table's; a workload may have its own. */
export function settingOptions(): [option: string, meaning: string, value: string][] {
  return CONFIG_KEYS.flatMap((key) => {
    const field = configField(key);
    return field.params.map((param): [string, string, string] => {
      const meaning = key === 'length' ? `${MEANINGS[key]}, in ${param}` : MEANINGS[key];
      return [`--${param} ${placeholder(field)}`, meaning, defaultText(key, field, param)];
    });
  });
}

function placeholder(field: ConfigField): string {
  switch (field.type) {
    case 'choice':
      return field.options.join('|');
    case 'auto-or-integer':
      return 'auto|N';
    case 'MiB':
      return 'SIZE';
    case 'integer':
      return 'N';
    case 'number':
      return 'X';
    case 'weather':
      return 'ENTRIES';
    default:
      return field satisfies never;
  }
}

function defaultText(key: ConfigKey, field: ConfigField, param: string): string {
  if (key === 'length' && param === 'epochs') return '';
  return field.type === 'MiB' ? `${field.default}MiB` : String(field.default);
}
