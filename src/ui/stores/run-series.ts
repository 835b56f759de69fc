/**
 * The numbers of the current run, outside React: one row per update, one row per evaluation.
 * Components read them when `run-store`'s `seriesVersion` changes, which happens at most 4.5 times a second.
 */
import { createMetricSeries } from '../../core/metrics/metric-series.ts';
import type { RunHistoryTables } from '../../protocol/kept-run.ts';
import { EVALUATION_COLUMNS, type MetricsPacket, UPDATE_COLUMNS } from '../../protocol/metrics-packet.ts';
import { runStore } from './run-store.ts';

/** Milliseconds between two redraws of the charts: seven plots take about 10 ms each on a slow machine, one a frame. */
const REDRAW_INTERVAL_MS = 220;

export const updateSeries = createMetricSeries(UPDATE_COLUMNS);
export const evaluationSeries = createMetricSeries(EVALUATION_COLUMNS);

let redrawTimer: ReturnType<typeof setTimeout> | undefined;

function bump(): void {
  redrawTimer = undefined;
  runStore.setState((state) => ({ seriesVersion: state.seriesVersion + 1 }));
}

/** Adds a packet's rows; components hear of them within REDRAW_INTERVAL_MS. */
export function appendPacket(packet: MetricsPacket): void {
  updateSeries.append(packet.updates);
  evaluationSeries.append(packet.evaluations);
  redrawTimer ??= setTimeout(bump, REDRAW_INTERVAL_MS);
}

/** Puts the curves of a run that goes on in place of what there is. */
export function restoreSeries({ updates, evaluations }: RunHistoryTables): void {
  clearTimeout(redrawTimer);
  updateSeries.restore(updates);
  evaluationSeries.restore(evaluations);
  bump();
}

/** The newest update whose numbers are here; 0 before the first. */
export function lastUpdate(): number {
  const update = updateSeries.latest('update');
  return Number.isFinite(update) ? update : 0;
}

/** Empties both series, at the start of a run. */
export function clearSeries(): void {
  clearTimeout(redrawTimer);
  updateSeries.clear();
  evaluationSeries.clear();
  bump();
}
