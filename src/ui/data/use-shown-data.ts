import { BUNDLED_DATA } from '../../core/data/data-in-use.ts';
import { useConfig } from '../stores/config-store.ts';
import { useData } from '../stores/data-store.ts';
import { type ShownData, shownData } from './shown-data.ts';

/** The data of the form's workload. */
export function useShownData(): ShownData {
  const workload = useConfig((state) => state.config.workload);
  const inUse = useData((state) => state.report?.inUse) ?? BUNDLED_DATA;
  return shownData(workload, inUse);
}
