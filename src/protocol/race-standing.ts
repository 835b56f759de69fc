/** A race as far as it is known: folded from its progress, for whoever shows it. Pure. */
import { fits } from '../core/batch/search-strategies/strategy.ts';
import { SEARCH_IDS, type SearchId } from '../core/config/training-config.ts';
import type { RacedSearch, RacedSize, RaceEnd, RaceProgress } from './race-progress.ts';

export interface RaceLane {
  readonly search: SearchId;
  readonly isRacing: boolean;
  /** Every size asked so far, in order. */
  readonly sizes: readonly RacedSize[];
  /** Undefined until the search has ended. */
  readonly result: RacedSearch | undefined;
}

export interface RaceStanding {
  /** 0 until the race has begun. */
  readonly upperBound: number;
  readonly usableBytes: number;
  /** One a search, in the order in which they run. */
  readonly lanes: readonly RaceLane[];
  /** Kernels being compiled before the next size is tried; undefined where none are. */
  readonly compiling: { readonly done: number; readonly total: number } | undefined;
  /** Undefined while the race runs. */
  readonly end: RaceEnd | undefined;
  readonly compileMs: number;
}

export const RACE_AT_START: RaceStanding = {
  upperBound: 0,
  usableBytes: 0,
  lanes: SEARCH_IDS.map((search) => ({ search, isRacing: false, sizes: [], result: undefined })),
  compiling: undefined,
  end: undefined,
  compileMs: 0,
};

/** The standing once `progress` has been told. */
export function afterProgress(standing: RaceStanding, progress: RaceProgress): RaceStanding {
  switch (progress.type) {
    case 'started':
      return { ...standing, upperBound: progress.upperBound, usableBytes: progress.usableBytes };
    case 'search-started':
      return withLane(standing, progress.search, (lane) => ({ ...lane, isRacing: true }));
    case 'compiling': {
      const { done, total } = progress;
      return { ...standing, compiling: done < total ? { done, total } : undefined };
    }
    case 'size':
      return withLane(standing, progress.search, (lane) => ({ ...lane, sizes: [...lane.sizes, progress.size] }));
    case 'search-ended': {
      const { result } = progress;
      return withLane(standing, result.search, (lane) => ({ ...lane, isRacing: false, result }));
    }
    case 'ended': {
      const lanes = standing.lanes.map((lane) => ({ ...lane, isRacing: false }));
      return { ...standing, lanes, compiling: undefined, end: progress.end, compileMs: progress.compileMs };
    }
    default:
      return progress satisfies never;
  }
}

function withLane(standing: RaceStanding, search: SearchId, change: (lane: RaceLane) => RaceLane): RaceStanding {
  return { ...standing, lanes: standing.lanes.map((lane) => (lane.search === search ? change(lane) : lane)) };
}

/** The largest size that any search has ended with: the planned one, unless the device refused it. 0 before. */
export function largestFound({ lanes }: RaceStanding): number {
  return Math.max(0, ...lanes.map(({ result }) => result?.capacity ?? 0));
}

/** What is counted of one search. */
export interface LaneCount {
  /** Sizes tried on the device. */
  readonly tried: number;
  /** Tries that failed. */
  readonly failed: number;
  /** Of planning and tries together; without the run that confirms a planned size. */
  readonly totalMs: number;
}

export function countLane({ sizes }: RaceLane): LaneCount {
  const tried = sizes.filter(({ how }) => how === 'tried');
  return {
    tried: tried.length,
    failed: tried.filter((size) => !fits(size)).length,
    totalMs: sizes.reduce((sum, { how, elapsedMs }) => sum + (how === 'confirmed' ? 0 : elapsedMs), 0),
  };
}
