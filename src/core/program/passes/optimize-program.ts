import type { StepProgram } from '../step-program.ts';
import { dropDeadCommands } from './drop-dead-commands.ts';
import { dropUnusedBuffers } from './drop-unused-buffers.ts';
import { fuseAccumulations } from './fuse-accumulations.ts';
import { lowerPeak } from './lower-peak.ts';
import { runInPlace } from './run-in-place.ts';
import { sinkAccumulations } from './sink-accumulations.ts';

/** A traced program made ready for planning: same results in persistent buffers, fewer commands, fewer live bytes. */
export function optimizeProgram(program: StepProgram): StepProgram {
  return dropUnusedBuffers(lowerPeak(sinkAccumulations(runInPlace(fuseAccumulations(dropDeadCommands(program))))));
}
