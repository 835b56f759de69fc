import { Button } from '@mantine/core';
import type { ConfigKey } from '../../core/config/config-field.ts';
import { configField } from '../../core/config/config-table.ts';
import { defaultConfig } from '../../core/config/default-config.ts';
import {
  ACCUMULATION_IDS,
  NORMALIZATION_IDS,
  RECOMPUTATION_IDS,
  SCHEDULE_IDS,
  SEARCH_IDS,
} from '../../core/config/training-config.ts';
import { useConfig } from '../stores/config-store.ts';
import { useStrings } from '../strings/use-strings.ts';
import { ChoiceControl } from './ChoiceControl.tsx';
import { MicroBatchControl } from './MicroBatchControl.tsx';
import { NumberControl, type NumberKey } from './NumberControl.tsx';

/** Numbers below the schedule, in order; those that change nothing under the optimizer or schedule chosen are left out. */
const NUMBERS: readonly NumberKey[] = [
  'timeSteps',
  'warmUpUpdates',
  'momentum',
  'beta1',
  'beta2',
  'epsilon',
  'weightDecay',
  'l2',
  'clipNorm',
  'dropout',
  'evaluateEvery',
  'testExamples',
];

/** Numbers that are typed only: a slider over them is no help. */
const TYPED_ONLY: readonly ConfigKey[] = [
  'beta1',
  'beta2',
  'epsilon',
  'warmUpUpdates',
  'evaluateEvery',
  'testExamples',
];

/** Settings that most people leave alone. */
export function MoreControls() {
  const { controls } = useStrings();
  const config = useConfig((state) => state.config);
  const replace = useConfig((state) => state.replace);
  return (
    <>
      <MicroBatchControl />
      {configField('search').appliesTo(config) && (
        <ChoiceControl field="search" options={SEARCH_IDS} names={controls.searches} value={config.search} />
      )}
      <ChoiceControl
        field="accumulation"
        options={ACCUMULATION_IDS}
        names={controls.accumulations}
        value={config.accumulation}
      />
      <NumberControl field="headroom" />
      <ChoiceControl field="schedule" options={SCHEDULE_IDS} names={controls.schedules} value={config.schedule} />
      {NUMBERS.filter((field) => configField(field).appliesTo(config)).map((field) => (
        <NumberControl key={field} field={field} {...(TYPED_ONLY.includes(field) && { slider: null })} />
      ))}
      {configField('normalization').appliesTo(config) && (
        <ChoiceControl
          field="normalization"
          options={NORMALIZATION_IDS}
          names={controls.normalizations}
          value={config.normalization}
        />
      )}
      {configField('recomputation').appliesTo(config) && (
        <ChoiceControl
          field="recomputation"
          options={RECOMPUTATION_IDS}
          names={controls.recomputations}
          value={config.recomputation}
          note={controls.recomputationPrices[config.recomputation]}
        />
      )}
      <Button variant="default" size="sm" onClick={() => replace(defaultConfig(config.workload))}>
        {controls.restoreDefaults}
      </Button>
    </>
  );
}
