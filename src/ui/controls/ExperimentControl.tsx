import { NativeSelect } from '@mantine/core';
import { useId } from 'react';
import { PRESET_IDS, PRESETS } from '../../core/config/presets.ts';
import { useConfig } from '../stores/config-store.ts';
import { configsEqual } from '../stores/shown-plan.ts';
import { useStrings } from '../strings/use-strings.ts';
import classes from './ChoiceControl.module.css';
import { Field } from './Field.tsx';

const OWN = 'own';

/** Ready-made settings that each show one thing; the seed stays. */
export function ExperimentControl() {
  const { controls } = useStrings();
  const id = useId();
  const config = useConfig((state) => state.config);
  const replace = useConfig((state) => state.replace);
  const chosen = PRESET_IDS.find((preset) => configsEqual({ ...PRESETS[preset], seed: config.seed }, config));
  return (
    <Field
      label={controls.experiment}
      explanation={controls.experimentExplanation}
      inputId={id}
      aside={
        <NativeSelect
          id={id}
          className={classes.wideSelect}
          size="xs"
          value={chosen ?? OWN}
          data={[
            ...controls.experimentGroups.map(({ title, presets }) => ({
              group: title,
              items: presets.map((preset) => ({ value: preset, label: controls.experiments[preset] })),
            })),
            { value: OWN, label: controls.ownSettings, disabled: true },
          ]}
          onChange={(event) => {
            const preset = PRESET_IDS.find((candidate) => candidate === event.currentTarget.value);
            if (preset !== undefined) replace({ ...PRESETS[preset], seed: config.seed });
          }}
        />
      }
    />
  );
}
