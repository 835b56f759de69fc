import { NativeSelect } from '@mantine/core';
import { useId } from 'react';
import { useConfig } from '../stores/config-store.ts';
import { useStrings } from '../strings/use-strings.ts';
import classes from './ChoiceControl.module.css';
import { Field } from './Field.tsx';

export interface ChoiceControlProps<V extends string> {
  readonly field: 'optimizer' | 'schedule' | 'search' | 'accumulation' | 'normalization' | 'recomputation';
  readonly options: readonly V[];
  readonly names: Readonly<Record<V, string>>;
  readonly value: V;
  /** What the choice means, in a line below it. */
  readonly note?: string;
}

/** A setting that is one of a few names. */
export function ChoiceControl<V extends string>({ field, options, names, value, note }: ChoiceControlProps<V>) {
  const { controls } = useStrings();
  const id = useId();
  const update = useConfig((state) => state.update);
  const { label, explanation } = controls.fields[field];
  return (
    <Field
      label={label}
      explanation={explanation}
      inputId={id}
      aside={
        <NativeSelect
          id={id}
          {...(note !== undefined && { 'aria-describedby': `${id}-note` })}
          className={classes.select}
          size="xs"
          value={value}
          data={options.map((option) => ({ value: option, label: names[option] }))}
          onChange={(event) => {
            const chosen = options.find((option) => option === event.currentTarget.value);
            if (chosen !== undefined) update({ [field]: chosen });
          }}
        />
      }
    >
      {note !== undefined && (
        <p className={classes.note} id={`${id}-note`}>
          {note}
        </p>
      )}
    </Field>
  );
}
