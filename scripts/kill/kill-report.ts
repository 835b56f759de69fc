import type { KilledMoment } from './killed-moment.ts';
import type { StoredRecord } from './stored-records.ts';

const WIDTHS = { killedAt: 38, worker: 10, found: 22 } as const;

export const MOMENTS_HEADING = [
  'killed at step'.padEnd(WIDTHS.killedAt),
  'worker'.padEnd(WIDTHS.worker),
  'resumed from'.padEnd(WIDTHS.found),
  'in the storage',
].join('');

/** One moment: where the write stood, what was found afterwards, and what was wrong with it. */
export function momentLine({ killedAt, moment, found, foundUpdates, records, problems }: KilledMoment): string {
  const line = [
    killedAt.padEnd(WIDTHS.killedAt),
    (moment.isHeld ? 'held' : 'running').padEnd(WIDTHS.worker),
    `update ${foundUpdates}, ${found}`.padEnd(WIDTHS.found),
    records.map(recordText).join('; '),
  ].join('');
  return [line, ...problems.map((problem) => `  PROBLEM: ${problem}`)].join('\n');
}

function recordText({ state, updates, pieces }: StoredRecord): string {
  const size = `${pieces} ${pieces === 1 ? 'piece' : 'pieces'}`;
  return state === 'whole' ? `update ${updates} whole, ${size}` : `one being written, ${size}`;
}

export function summaryLine(results: readonly KilledMoment[]): string {
  const { moments, survived, previous, new: newer, inWriting } = killJson(results);
  return (
    `${survived} of ${moments} kills survived: ${previous} went on from the checkpoint before, ${newer} from the new ` +
    `one; ${inWriting} left a checkpoint half written.`
  );
}

export function killJson(results: readonly KilledMoment[]) {
  const count = (is: (result: KilledMoment) => boolean) => results.filter(is).length;
  return {
    moments: results.length,
    survived: count(({ problems }) => problems.length === 0),
    previous: count(({ found }) => found === 'previous'),
    new: count(({ found }) => found === 'new'),
    inWriting: count(({ records }) => records.some(({ state }) => state === 'writing')),
    kills: results,
  };
}
