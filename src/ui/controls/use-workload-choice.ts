import { defaultConfig } from '../../core/config/default-config.ts';
import { WORKLOAD_IDS, type WorkloadId } from '../../core/config/training-config.ts';
import { useConfig } from '../stores/config-store.ts';

export interface WorkloadChoice {
  readonly workload: WorkloadId;
  /** A workload brings its own settings; the seed stays. */
  readonly choose: (id: string) => void;
}

export function useWorkloadChoice(): WorkloadChoice {
  const workload = useConfig((state) => state.config.workload);
  const seed = useConfig((state) => state.config.seed);
  const replace = useConfig((state) => state.replace);
  return {
    workload,
    choose: (id) => {
      const chosen = WORKLOAD_IDS.find((known) => known === id);
      if (chosen !== undefined) replace({ ...defaultConfig(chosen), seed });
    },
  };
}
