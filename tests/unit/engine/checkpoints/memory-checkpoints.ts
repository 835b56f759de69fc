import { FailureError, failureOf } from '../../../../src/core/failures.ts';
import type {
  CheckpointStorage,
  CheckpointSummary,
  StoredCheckpoint,
} from '../../../../src/engine/checkpoints/checkpoint-storage.ts';

/** The last two checkpoints in memory; what is kept can be damaged, and keeping can be refused. */
export class MemoryCheckpoints implements CheckpointStorage {
  entries: { readonly stored: StoredCheckpoint; readonly bytes: Uint8Array<ArrayBuffer> }[] = [];
  isFull = false;
  #nextId = 1;

  async list(): Promise<readonly StoredCheckpoint[]> {
    return this.entries.map(({ stored }) => stored);
  }

  async save(bytes: Uint8Array<ArrayBuffer>, summary: CheckpointSummary): Promise<StoredCheckpoint> {
    if (this.isFull) {
      const parameters = { reason: 'full', neededBytes: bytes.length, availableBytes: 0 } as const;
      throw new FailureError(failureOf('checkpoint-not-kept', parameters));
    }
    const stored = { ...summary, id: this.#nextId, byteLength: bytes.length };
    this.#nextId += 1;
    this.entries = [{ stored, bytes }, ...this.entries].slice(0, 2);
    return stored;
  }

  async load(id: number): Promise<Uint8Array<ArrayBuffer> | undefined> {
    return this.entries.find(({ stored }) => stored.id === id)?.bytes;
  }

  async remove(id: number): Promise<void> {
    this.entries = this.entries.filter(({ stored }) => stored.id !== id);
  }
}
