import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { TrainingConfig } from '../../core/config/training-config.ts';
import type { RaceEnd, RaceProgress } from '../../protocol/race-progress.ts';
import { afterProgress, RACE_AT_START, type RaceStanding } from '../../protocol/race-standing.ts';

/** What the page knows about the last race of the searches. */
export interface RaceState {
  /** Rises with each race; 0 before the first. */
  readonly raceId: number;
  /** What the race was asked for, which the form may have left since. */
  readonly config?: TrainingConfig;
  /** Undefined before the first race. */
  readonly standing?: RaceStanding;
}

export const raceStore = createStore<RaceState>(() => ({ raceId: 0 }));

export function useRace<T>(select: (state: RaceState) => T): T {
  return useStore(raceStore, select);
}

/** True between the button and the end of the race. */
export function isRacing({ standing }: Pick<RaceState, 'standing'>): boolean {
  return standing !== undefined && standing.end === undefined;
}

/** Begins a race in place of the last one, and returns its id. */
export function beginRace(config: TrainingConfig): number {
  const raceId = raceStore.getState().raceId + 1;
  raceStore.setState({ raceId, config, standing: RACE_AT_START }, true);
  return raceId;
}

/** Takes what a race tells; a dead race is not listened to. */
export function noteRace(raceId: number, progress: RaceProgress): void {
  raceStore.setState((state) =>
    state.raceId === raceId && state.standing && !state.standing.end
      ? { standing: afterProgress(state.standing, progress) }
      : {},
  );
}

/** The worker is gone, and with it the race that it ran, if any. */
export function endRace(end: RaceEnd): void {
  noteRace(raceStore.getState().raceId, { type: 'ended', end, compileMs: 0 });
}
