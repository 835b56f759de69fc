import { useId } from 'react';
import { useConfig } from '../stores/config-store.ts';
import { useStrings } from '../strings/use-strings.ts';
import { Field } from './Field.tsx';
import { WorkloadMenu } from './WorkloadMenu.tsx';

/** The model and its data, among the controls. */
export function WorkloadControl() {
  const { controls } = useStrings();
  const id = useId();
  const workload = useConfig((state) => state.config.workload);
  const { label, explanation } = controls.fields.workload;
  return (
    <Field
      label={label}
      explanation={`${explanation} ${controls.workloads[workload].about}.`}
      inputId={id}
      aside={<WorkloadMenu id={id} isFramed />}
    />
  );
}
