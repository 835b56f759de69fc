import { DeviceWatch } from '../../../src/engine/device/device-watch.ts';
import { PipelineCache } from '../../../src/engine/execute/pipeline-cache.ts';
import type { FaultScript } from './fault-script.ts';
import { faultyDevice } from './faulty-device.ts';
import type { LosableDevice } from './losable-device.ts';
import type { RealDevice } from './real-device.ts';
import type { SweepHost } from './sweep-host.ts';
import { type LearntValues, SweptMemory } from './swept-memory.ts';

/** What a run leaves on its devices. */
export interface DevicesAtEnd {
  /** Of a run that finished. */
  readonly learnt: LearntValues;
  /** On all of them. */
  readonly allocatedBytes: number;
  /** Errors that no scope caught. */
  readonly uncaptured: readonly string[];
}

/** The devices of one run, one after another. */
export class RunDevices {
  readonly #host: SweepHost;
  readonly #script: FaultScript;
  readonly #opened: { readonly device: LosableDevice; readonly memory: SweptMemory; readonly watch: DeviceWatch }[] =
    [];
  readonly #reals = new Set<RealDevice>();

  constructor(host: SweepHost, script: FaultScript) {
    this.#host = host;
    this.#script = script;
  }

  /** The last one, or another where it has failed. */
  async usable() {
    const last = this.#opened.at(-1);
    const { memory, watch, device } = last && !last.watch.failure ? last : await this.#open();
    return { memory, watch, pipelines: new PipelineCache(device.device) };
  }

  /** Lets go of all devices; with what the run has learnt on the last, where that is asked for. */
  async end(withLearnt: boolean): Promise<DevicesAtEnd> {
    const last = this.#opened.at(-1)?.memory;
    const learnt = withLearnt && last ? await last.learnt() : new Map<string, Float32Array>();
    const uncaptured: string[] = [];
    for (const { device, uncaptured: errors } of this.#reals) {
      // Errors come before what is asked for after them.
      await device.queue.onSubmittedWorkDone();
      uncaptured.push(...errors.splice(0));
    }
    for (const { memory, watch, device } of this.#opened) {
      memory.forget();
      watch.release();
      device.close();
    }
    const allocatedBytes = this.#opened.reduce((sum, { memory }) => sum + memory.allocatedBytes, 0);
    return { learnt, allocatedBytes, uncaptured };
  }

  async #open() {
    const real = await this.#host.realDevice();
    this.#reals.add(real);
    const device = faultyDevice(real, this.#script);
    const memory = new SweptMemory(device.device, real.device);
    const watch = new DeviceWatch(device.device, () => performance.now());
    const opened = { device, memory, watch };
    this.#opened.push(opened);
    return opened;
  }
}
