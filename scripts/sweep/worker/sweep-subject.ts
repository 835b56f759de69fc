import type { WorkloadId } from '../../../src/core/config/training-config.ts';
import type { Fault, SweepMode } from '../faults.ts';
import type { SweptFault } from '../swept-fault.ts';
import { judgeRun } from './judge-run.ts';
import type { SweepHost } from './sweep-host.ts';
import { sweepSetting } from './sweep-setting.ts';
import { type SweepSetting, type SweptRun, sweptRun } from './swept-run.ts';

/** A workload made ready: what its runs do when nothing fails. */
export interface SweepSubject {
  readonly setting: SweepSetting;
  readonly calm: SweptRun;
}

const LEAST_SLICES = 3;
/** Runs made for a fault that is not reached, because a run made fewer submits than the one without a fault. */
const ATTEMPTS = 4;

/** Rejects where the run that nothing disturbs does not do what a sweep needs. */
export async function prepareSubject(host: SweepHost, id: WorkloadId, mode: SweepMode): Promise<SweepSubject> {
  const setting = sweepSetting(host.planner, id, mode);
  const calm = await sweptRun(setting, host);
  if (calm.end !== 'finished') throw new Error(`${id} without a fault is ${calm.end}: ${calm.failure}`);
  if (calm.updates.some(({ slices }) => slices < LEAST_SLICES)) {
    throw new Error(`${id}: an update has fewer than ${LEAST_SLICES} slices.`);
  }
  if (!calm.updates.every(({ loss }) => Number.isFinite(loss))) throw new Error(`${id}: a loss is not finite.`);
  const verdict = judgeRun(await sweptRun(setting, host), calm);
  if (verdict.type !== 'bitwise') throw new Error(`${id}: two runs without a fault are not the same.`);
  return { setting, calm };
}

/** Makes a run with one fault, and says what became of it. */
export async function sweepFault(host: SweepHost, { setting, calm }: SweepSubject, fault: Fault): Promise<SweptFault> {
  for (let attempt = 1; ; attempt += 1) {
    const run = await sweptRun(setting, host, fault);
    const verdict = judgeRun(run, calm);
    const { isInjected } = run;
    if (isInjected || attempt === ATTEMPTS || verdict.type === 'lost') return { fault, isInjected, verdict };
  }
}
