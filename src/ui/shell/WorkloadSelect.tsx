import { NativeSelect } from '@mantine/core';
import { defaultConfig } from '../../core/config/default-config.ts';
import { WORKLOAD_IDS } from '../../core/config/training-config.ts';
import { useConfig } from '../stores/config-store.ts';
import { useStrings } from '../strings/use-strings.ts';
import classes from './WorkloadSelect.module.css';

/** The model and its data. A workload brings its own settings; the seed stays. */
export function WorkloadSelect() {
  const { controls } = useStrings();
  const workload = useConfig((state) => state.config.workload);
  const seed = useConfig((state) => state.config.seed);
  const replace = useConfig((state) => state.replace);
  return (
    <NativeSelect
      className={classes.select}
      variant="unstyled"
      size="sm"
      aria-label={controls.fields.workload.label}
      title={controls.workloads[workload].about}
      value={workload}
      data={WORKLOAD_IDS.map((id) => ({ value: id, label: controls.workloads[id].name }))}
      onChange={(event) => {
        const chosen = WORKLOAD_IDS.find((id) => id === event.currentTarget.value);
        if (chosen !== undefined) replace({ ...defaultConfig(chosen), seed });
      }}
    />
  );
}
