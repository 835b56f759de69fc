import { formatBytes } from '../../src/core/bytes.ts';
import type { TrainingConfig } from '../../src/core/config/training-config.ts';
import { countLane, largestFound, type RaceStanding } from '../../src/protocol/race-standing.ts';
import { alignColumns, type Cell } from '../command-line/text-table.ts';

const count = new Intl.NumberFormat('en-US');

const HEADING: readonly Cell[] = [
  'search',
  { right: 'found' },
  { right: 'of largest' },
  { right: 'tries' },
  { right: 'failed' },
  { right: 'time' },
  'sizes in order (x: did not fit)',
];

/** A race as text for people: what each search tried and found. */
export function raceTable(config: TrainingConfig, standing: RaceStanding): string {
  const largest = largestFound(standing);
  const rows = standing.lanes.map((lane): readonly Cell[] => {
    const { tried, failed, totalMs } = countLane(lane);
    const { result } = lane;
    const sizes = lane.sizes
      .filter(({ how }) => how !== 'confirmed')
      .map(({ microBatch, verdict }) => `${count.format(microBatch)}${verdict.type === 'fits' ? '' : 'x'}`);
    return [
      lane.search,
      { right: result ? count.format(result.capacity) : '–' },
      { right: result && largest > 0 ? `${((100 * result.capacity) / largest).toFixed(1)} %` : '–' },
      { right: count.format(tried) },
      { right: count.format(failed) },
      { right: milliseconds(totalMs) },
      sizes.join(' '),
    ];
  });
  const { upperBound, usableBytes, compileMs } = standing;
  return [
    `${config.workload}, batch ${count.format(upperBound)}, ${formatBytes(usableBytes).text} usable: ${conclusion(standing)}.`,
    '',
    ...alignColumns([HEADING, ...rows]),
    '',
    `Kernels that were new to the device were compiled and run once before the clock started (${milliseconds(compileMs)} to compile).`,
    'planned plans its sizes and runs none; one run afterwards confirms what it found, and is in none of its numbers.',
  ].join('\n');
}

/** A race for programs to read; searches in the order in which they ran. */
export function raceJson(config: TrainingConfig, standing: RaceStanding): Readonly<Record<string, unknown>> {
  const largest = largestFound(standing);
  const { upperBound, usableBytes, compileMs, end, lanes } = standing;
  return {
    workload: config.workload,
    batch: upperBound,
    usableBytes,
    largest,
    end: end?.type ?? null,
    compileMs,
    searches: lanes.map((lane) => ({
      search: lane.search,
      ending: lane.result?.ending ?? null,
      found: lane.result?.capacity ?? null,
      share: lane.result && largest > 0 ? lane.result.capacity / largest : null,
      ...countLane(lane),
      sizes: lane.sizes,
    })),
    config,
  };
}

function conclusion(standing: RaceStanding): string {
  const largest = largestFound(standing);
  if (standing.end?.type !== 'finished') return 'stopped before all searches had ended';
  return largest > 0 ? `the largest size that fits is ${count.format(largest)}` : 'not one example fits';
}

function milliseconds(ms: number): string {
  return ms < 1000 ? `${ms.toFixed(ms < 10 ? 1 : 0)} ms` : `${(ms / 1000).toFixed(1)} s`;
}
