/** Every size of a race as a table. Pure. */
import type { SearchId } from '../../core/config/training-config.ts';
import type { RaceStanding } from '../../protocol/race-standing.ts';
import { type ChartTable, chartTable } from '../charts/chart-table.ts';
import { formatBytes, formatInteger } from '../strings/format.ts';
import type { Strings } from '../strings/language.ts';
import { timeText } from './time-text.ts';
import { verdictText } from './verdict-text.ts';

/** A row a size, searches in the order in which they ran. */
export function raceTable(
  { lanes }: RaceStanding,
  { race, search }: Pick<Strings['panels'], 'race' | 'search'>,
  names: Readonly<Record<SearchId, string>>,
): ChartTable {
  const rows = lanes.flatMap((lane) =>
    lane.sizes.map((size, index) => ({ ...size, search: lane.search, step: index + 1 })),
  );
  const { tableColumns: columns } = race;
  return chartTable([
    { name: columns.search, csvName: 'search', values: rows.map((row) => names[row.search]) },
    { name: columns.step, csvName: 'step', values: rows.map(({ step }) => step), format: formatInteger },
    {
      name: columns.size,
      csvName: 'examples',
      values: rows.map(({ microBatch }) => microBatch),
      format: formatInteger,
    },
    { name: columns.how, csvName: 'how', values: rows.map(({ how }) => race.how[how]) },
    {
      name: columns.verdict,
      csvName: 'verdict',
      values: rows.map(({ verdict }) => verdictText(verdict, false, search)),
    },
    {
      name: columns.bytes,
      csvName: 'bytes',
      values: rows.map(({ peakBytes }) => peakBytes || Number.NaN),
      format: formatBytes,
    },
    {
      name: columns.time,
      csvName: 'ms',
      values: rows.map(({ elapsedMs }) => elapsedMs),
      format: (ms) => timeText(ms, search.underOneMs),
    },
  ]);
}
