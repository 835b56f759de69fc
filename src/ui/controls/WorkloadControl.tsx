import { NativeSelect } from '@mantine/core';
import { useId } from 'react';
import { useStrings } from '../strings/use-strings.ts';
import classes from './ChoiceControl.module.css';
import { Field } from './Field.tsx';
import { useWorkloadChoice } from './use-workload-choice.ts';

/** The model and its data, among the controls. */
export function WorkloadControl() {
  const { controls } = useStrings();
  const id = useId();
  const { workload, options, choose } = useWorkloadChoice();
  const { label, explanation } = controls.fields.workload;
  return (
    <Field
      label={label}
      explanation={`${explanation} ${controls.workloads[workload].about}.`}
      inputId={id}
      aside={
        <NativeSelect
          id={id}
          className={classes.wideSelect}
          size="xs"
          value={workload}
          data={[...options]}
          onChange={(event) => choose(event.currentTarget.value)}
        />
      }
    />
  );
}
