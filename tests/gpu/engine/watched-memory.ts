import { DeviceMemory } from '../../../src/engine/device/device-memory.ts';
import type { RunDevice } from '../../../src/engine/device/run-device.ts';
import { readFloats } from './engine-harness.ts';

/**
 * A device's memory that looks at each buffer as it is made, whether it fits the budget then in force, and keeps the last
 * values of parameters when they are destroyed.
 */
export class WatchedMemory extends DeviceMemory {
  /** In force now; set by whoever scripts it. */
  budgetBytes = Number.POSITIVE_INFINITY;
  /** Buffers that took the total over the budget in force. */
  readonly overBudget: string[] = [];
  readonly #values = new Map<string, Promise<Float32Array>>();
  readonly #real: RunDevice;

  /** On `device`, or on the real one that values are read from in any case. */
  constructor(real: RunDevice, device = real.memory.device) {
    super(device);
    this.#real = real;
  }

  get runDevice(): RunDevice {
    return { ...this.#real, memory: this };
  }

  override create(label: string, sizeBytes: number, usage: number): GPUBuffer {
    const buffer = super.create(label, sizeBytes, usage);
    if (this.allocatedBytes > this.budgetBytes) this.overBudget.push(label);
    return buffer;
  }

  override destroy(buffer: GPUBuffer): void {
    if (buffer.label.startsWith('parameter/')) this.#values.set(buffer.label, readFloats(this.#real, buffer));
    super.destroy(buffer);
  }

  /** All parameters one after another, as they were when they were destroyed. */
  async parameters(): Promise<Float32Array> {
    const names = [...this.#values.keys()].sort();
    const values = await Promise.all(names.map((name) => this.#values.get(name)));
    const all = new Float32Array(values.reduce((sum, part) => sum + (part?.length ?? 0), 0));
    let at = 0;
    for (const part of values) {
      all.set(part ?? [], at);
      at += part?.length ?? 0;
    }
    return all;
  }
}
