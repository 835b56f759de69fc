import type { RunDevice } from '../../../src/engine/device/run-device.ts';
import { type Replayable, SubmitPacer } from '../../../src/engine/execute/submit-pacer.ts';

/**
 * A pacer that submits each program whole. Its clock stands still, so that no work takes time; it has learnt so from one
 * replay of nothing.
 */
export async function uncutPacer(
  { memory, watch }: RunDevice,
  executable: Replayable,
  programs: readonly number[],
): Promise<SubmitPacer> {
  let isLearning = true;
  const replayed: Replayable = {
    commandCount: (program) => executable.commandCount(program),
    encode: (...part) => {
      if (!isLearning) executable.encode(...part);
    },
  };
  const pacer = new SubmitPacer(memory.device, watch, replayed, () => 0);
  for (const program of programs) await pacer.run(program);
  await pacer.idle();
  isLearning = false;
  return pacer;
}
