/** What a race of all searches tells while it runs. */
import type { SearchEnding } from '../core/batch/search-strategies/run-strategy.ts';
import type { ProbedSize } from '../core/batch/search-strategies/strategy.ts';
import type { SearchId } from '../core/config/training-config.ts';
import type { Failure } from '../core/failures.ts';

/**
 * One size of a race: `planned` by its bytes alone, or `tried` on the device. The size that planning found is `confirmed`
 * on the device after the search, which needs no try, and counts as none.
 */
export interface RacedSize extends ProbedSize {
  readonly how: 'planned' | 'tried' | 'confirmed';
}

/** What one search came to. */
export interface RacedSearch {
  readonly search: SearchId;
  readonly ending: SearchEnding;
  /** The size found, which has run on the device; 0 where none has. */
  readonly capacity: number;
}

export type RaceProgress =
  /** Sizes from 1 to `upperBound` are asked, in `usableBytes`: the budget less the headroom. */
  | { readonly type: 'started'; readonly upperBound: number; readonly usableBytes: number }
  | { readonly type: 'search-started'; readonly search: SearchId }
  /** Kernels that are new to the device are compiled before a size is tried. */
  | { readonly type: 'compiling'; readonly done: number; readonly total: number }
  | { readonly type: 'size'; readonly search: SearchId; readonly size: RacedSize }
  | { readonly type: 'search-ended'; readonly result: RacedSearch }
  /** Nothing follows. `compileMs`: spent on kernels that were new to the device, and part of no search's time. */
  | { readonly type: 'ended'; readonly end: RaceEnd; readonly compileMs: number };

export type RaceEnd =
  | { readonly type: 'finished' }
  /** Stopped by a person, or by a run that starts. */
  | { readonly type: 'stopped' }
  | { readonly type: 'failed'; readonly failure: Failure };
