import { DeviceMemory } from '../../../src/engine/device/device-memory.ts';
import { STATISTICS_NAMES } from '../../../src/engine/planning/buffer-names.ts';

/** Values of a run by the name of their buffer. */
export type LearntValues = ReadonlyMap<string, Float32Array>;

const LEARNT = /^(parameter|slot)\//;

/**
 * The memory of a run's device. What the run has learnt (parameters, slots of the optimizer, running statistics) is read
 * from the real device when it is given back, and not counted.
 */
export class SweptMemory extends DeviceMemory {
  readonly #real: GPUDevice;
  readonly #copies = new Map<string, GPUBuffer>();

  /** On `device`, which is `real` with faults. */
  constructor(device: GPUDevice, real: GPUDevice) {
    super(device);
    this.#real = real;
  }

  override destroy(buffer: GPUBuffer): void {
    const { label } = buffer;
    if (LEARNT.test(label) || label === STATISTICS_NAMES.running) this.#copy(label, buffer);
    super.destroy(buffer);
  }

  /** Values of all that was given back last. To be called once. */
  async learnt(): Promise<LearntValues> {
    const names = [...this.#copies.keys()].sort();
    return new Map(await Promise.all(names.map(async (name) => [name, await this.#read(name)] as const)));
  }

  /** Lets go of what nobody will ask for. */
  forget(): void {
    for (const copy of this.#copies.values()) copy.destroy();
    this.#copies.clear();
  }

  #copy(name: string, source: GPUBuffer): void {
    this.#copies.get(name)?.destroy();
    // A buffer that could not be made has no values.
    this.#real.pushErrorScope('validation');
    const copy = this.#real.createBuffer({
      size: source.size,
      usage: GPUBufferUsage.MAP_READ | GPUBufferUsage.COPY_DST,
    });
    const encoder = this.#real.createCommandEncoder();
    encoder.copyBufferToBuffer(source, 0, copy, 0, source.size);
    this.#real.queue.submit([encoder.finish()]);
    void this.#real.popErrorScope();
    this.#copies.set(name, copy);
  }

  async #read(name: string): Promise<Float32Array> {
    const copy = this.#copies.get(name);
    if (!copy) throw new Error(`There is no copy of ${name}.`);
    await copy.mapAsync(GPUMapMode.READ);
    const values = new Float32Array(copy.getMappedRange().slice(0));
    copy.destroy();
    return values;
  }
}
