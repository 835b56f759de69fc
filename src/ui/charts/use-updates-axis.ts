import { useMemo } from 'react';
import { useConfig } from '../stores/config-store.ts';
import { updateSeries } from '../stores/run-series.ts';
import { useRun } from '../stores/run-store.ts';
import { type NumberAxis, updatesAxis } from './number-axis.ts';

/** The x-axis of the charts over updates. `version` is the caller's useSeriesVersion. */
export function useUpdatesAxis(version: number): NumberAxis {
  const planned = useConfig(({ config }) => (config.lengthUnit === 'updates' ? config.length : undefined));
  const total = useRun((state) => state.summary?.totalUpdates ?? planned);
  const latest = version >= 0 ? updateSeries.latest('update') : 0;
  return useMemo(() => updatesAxis(Number.isFinite(latest) ? latest : 0, total), [latest, total]);
}
