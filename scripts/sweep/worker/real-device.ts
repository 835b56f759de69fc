import type { DeviceLimits } from '../../../src/core/program/plan-report.ts';
import { openDevice } from '../../../src/engine/device/gpu-device.ts';
import { ReadyPipelines } from './ready-pipelines.ts';

/** A device of the browser, shared by run after run. Whoever opens it destroys it. */
export interface RealDevice {
  readonly device: GPUDevice;
  readonly limits: DeviceLimits;
  readonly pipelines: ReadyPipelines;
  /** Errors that no scope caught, in order. */
  readonly uncaptured: string[];
}

/** Rejects where the browser gives none. */
export async function openRealDevice(): Promise<RealDevice> {
  const result = await openDevice(navigator.gpu);
  if (result.type !== 'opened') throw new Error(`A sweep needs a WebGPU device: ${result.type}.`);
  const { device, limits } = result.opened;
  const uncaptured: string[] = [];
  device.addEventListener('uncapturederror', ({ error }) => uncaptured.push(error.message));
  return { device, limits, pipelines: new ReadyPipelines(device), uncaptured };
}
