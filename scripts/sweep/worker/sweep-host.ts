import { Tracer } from '../../../src/engine/capture/tracer.ts';
import { ProgramLibrary } from '../../../src/engine/planning/program-library.ts';
import type { TrainingPlanner } from '../../../src/engine/planning/training-planner.ts';
import { openRealDevice, type RealDevice } from './real-device.ts';
import { RememberingPlanner } from './remembering-planner.ts';

/** What runs have in common: a planner, and devices, of which a fault may destroy one. */
export interface SweepHost {
  readonly planner: TrainingPlanner;
  /** The device to run on; another one where the last is destroyed. */
  readonly realDevice: () => Promise<RealDevice>;
}

/** A planner, and one real device for all runs; another one after it was destroyed. */
export async function openSweepHost(): Promise<SweepHost> {
  let real = await openRealDevice();
  const gone = new Set<RealDevice>();
  const watchLoss = (opened: RealDevice) => void opened.device.lost.then(() => gone.add(opened));
  watchLoss(real);
  return {
    planner: new RememberingPlanner(new ProgramLibrary(await Tracer.create(real.limits)), () => performance.now()),
    realDevice: async () => {
      if (!gone.has(real)) return real;
      real = await openRealDevice();
      watchLoss(real);
      return real;
    },
  };
}
