import { NativeSelect } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { useWorkloadChoice } from '../controls/use-workload-choice.ts';
import { useStrings } from '../strings/use-strings.ts';
import classes from './WorkloadSelect.module.css';

/** The model and its data, in the header. */
export function WorkloadSelect() {
  const { controls } = useStrings();
  const { workload, options, choose } = useWorkloadChoice();
  return (
    <NativeSelect
      className={classes.select}
      variant="unstyled"
      size="sm"
      rightSection={<IconChevronDown size={14} />}
      rightSectionWidth={26}
      aria-label={controls.fields.workload.label}
      title={controls.workloads[workload].about}
      value={workload}
      data={[...options]}
      onChange={(event) => choose(event.currentTarget.value)}
    />
  );
}
