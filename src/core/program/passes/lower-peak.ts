import { CommandSchedule, type Direction } from '../command-schedule.ts';
import type { StepProgram } from '../step-program.ts';

const MAX_ROUNDS = 6;
/** Steps after which no further round begins; a program of 10,000 commands needs about a quarter. */
const MAX_WORK = 40_000_000;

/**
 * Orders commands so that fewer bytes are alive at once: what only makes values waits until just before their first
 * use, what ends more than it makes comes as early as its inputs allow. Every data dependency on every buffer is kept,
 * so results are the same to the bit.
 *
 * Deterministic. The peak never rises; without fewer live bytes, at the peak or in sum, the input comes back as it is.
 */
export function lowerPeak(program: StepProgram): StepProgram {
  const schedule = new CommandSchedule(program);
  const { peakBytes, totalLiveBytes } = schedule;
  for (let round = 0; round < MAX_ROUNDS && schedule.work < MAX_WORK; round++) {
    const moved = sweep(schedule, 1) + sweep(schedule, -1);
    if (moved === 0) break;
  }
  const isBetter = schedule.peakBytes < peakBytes || schedule.totalLiveBytes < totalLiveBytes;
  return isBetter ? schedule.toProgram() : program;
}

/** Tries every command once, from the end that the moves lead to; returns the number of moves. */
function sweep(schedule: CommandSchedule, direction: Direction): number {
  let moved = 0;
  for (let step = 0; step < schedule.length; step++) {
    const position = direction === 1 ? schedule.length - 1 - step : step;
    if (schedule.improve(schedule.commandAt(position), direction)) moved += 1;
  }
  return moved;
}
