import { NumberInput, SegmentedControl } from '@mantine/core';
import { useId } from 'react';
import { CONFIG_TABLE } from '../../core/config/config-table.ts';
import { LENGTH_UNITS } from '../../core/config/training-config.ts';
import { useConfig } from '../stores/config-store.ts';
import { useStrings } from '../strings/use-strings.ts';
import { Field } from './Field.tsx';
import classes from './NumberControl.module.css';
import { useNumberDraft } from './use-number-draft.ts';

/** How long the run is, in updates or epochs. */
export function LengthControl() {
  const { controls } = useStrings();
  const id = useId();
  const length = useConfig((state) => state.config.length);
  const lengthUnit = useConfig((state) => state.config.lengthUnit);
  const update = useConfig((state) => state.update);
  const draft = useNumberDraft(length, CONFIG_TABLE.length, (next) => update({ length: next }));
  const { label, explanation } = controls.fields.length;
  return (
    <Field
      label={label}
      explanation={explanation}
      inputId={id}
      {...(draft.allowed !== undefined && { error: controls.mustBe(label, draft.allowed) })}
      aside={
        <div className={classes.aside}>
          <NumberInput
            id={id}
            className={classes.shortNumber}
            size="xs"
            hideControls
            allowDecimal={false}
            allowNegative={false}
            thousandSeparator=","
            clampBehavior="none"
            value={draft.shown}
            onChange={draft.onChange}
            onBlur={draft.onBlur}
            error={draft.allowed !== undefined}
          />
          <SegmentedControl
            size="xs"
            aria-label={controls.fields.lengthUnit.label}
            value={lengthUnit}
            data={LENGTH_UNITS.map((unit) => ({ value: unit, label: controls[unit] }))}
            onChange={(unit) => update({ lengthUnit: unit })}
          />
        </div>
      }
    />
  );
}
