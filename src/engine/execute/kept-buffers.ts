import type { MemoryPlan } from '../../core/program/memory-plan.ts';
import type { BufferSource } from '../device/device-memory.ts';

/**
 * What a run has learnt, between two executables: the buffers that both plans name, at the same size. They are not copied,
 * they change hands. Owned by whoever holds this until an executable has taken them over.
 */
export class KeptBuffers {
  readonly #memory: BufferSource;
  readonly #buffers: Map<string, GPUBuffer>;

  constructor(memory: BufferSource, buffers: ReadonlyMap<string, GPUBuffer>) {
    this.#memory = memory;
    this.#buffers = new Map(buffers);
  }

  /** Destroys what `plan` has no place for, so that what is left is a part of its bytes. */
  trimTo(plan: Pick<MemoryPlan, 'persistent' | 'extras'>): void {
    const sizes = new Map([...plan.persistent, ...plan.extras].map(({ name, sizeBytes }) => [name, sizeBytes]));
    this.keep((name, sizeBytes) => sizes.get(name) === sizeBytes);
  }

  /** Destroys all but the buffers that `isNeeded`. */
  keep(isNeeded: (name: string, sizeBytes: number) => boolean): void {
    for (const [name, buffer] of this.#buffers) {
      if (isNeeded(name, buffer.size)) continue;
      this.#memory.destroy(buffer);
      this.#buffers.delete(name);
    }
  }

  get(name: string): GPUBuffer | undefined {
    return this.#buffers.get(name);
  }

  has(buffer: GPUBuffer): boolean {
    return [...this.#buffers.values()].includes(buffer);
  }

  /** They belong to somebody else now. */
  handOver(): void {
    this.#buffers.clear();
  }

  destroy(): void {
    this.keep(() => false);
  }
}
