import type { StepProgram } from './step-program.ts';

/** Where a constant lies inside the one packed buffer of its usage. */
export interface ConstantPlacement {
  readonly usage: 'storage' | 'uniform';
  /** Multiple of the device's offset alignment for the usage. */
  readonly offset: number;
  /** Bytes to bind: the constant's size, for uniforms rounded up to 16 (the largest alignment a WGSL struct can have). */
  readonly sizeBytes: number;
}

export interface PackedBytes {
  /** 0 when there is nothing to pack. */
  readonly sizeBytes: number;
  readonly data: Uint8Array;
}

export interface PackedConstants {
  readonly storage: PackedBytes;
  readonly uniform: PackedBytes;
  /** `placement[program][bufferId]`; undefined for buffers that are not constants. */
  readonly placement: readonly (readonly (ConstantPlacement | undefined)[])[];
}

/**
 * Packs the constants of all programs into one buffer for storage and one for uniform bindings. Equal contents are
 * stored once, also across programs.
 */
export function packConstants(
  programs: readonly StepProgram[],
  storageAlignment: number,
  uniformAlignment: number,
): PackedConstants {
  const packers = {
    storage: new Packer('storage', storageAlignment, 4),
    uniform: new Packer('uniform', uniformAlignment, 16),
  };
  const placement = programs.map(({ buffers }) =>
    buffers.map(({ role, sizeBytes }) =>
      role.type === 'constant' ? packers[role.usage].place(role.data, sizeBytes) : undefined,
    ),
  );
  return { storage: packers.storage.pack(), uniform: packers.uniform.pack(), placement };
}

interface Slot extends ConstantPlacement {
  readonly data: Uint8Array;
}

class Packer {
  readonly #usage: 'storage' | 'uniform';
  readonly #alignment: number;
  readonly #granule: number;
  readonly #slotsByHash = new Map<number, Slot[]>();
  #end = 0;

  constructor(usage: 'storage' | 'uniform', alignment: number, granule: number) {
    this.#usage = usage;
    this.#alignment = alignment;
    this.#granule = granule;
  }

  place(data: Uint8Array, bytes: number): ConstantPlacement {
    const sizeBytes = roundUp(bytes, this.#granule);
    const hash = hashBytes(data);
    const slots = this.#slotsByHash.get(hash) ?? [];
    const known = slots.find((slot) => slot.sizeBytes === sizeBytes && equalBytes(slot.data, data));
    if (known) return known;
    const slot = { usage: this.#usage, offset: roundUp(this.#end, this.#alignment), sizeBytes, data };
    this.#end = slot.offset + sizeBytes;
    this.#slotsByHash.set(hash, [...slots, slot]);
    return slot;
  }

  pack(): PackedBytes {
    const data = new Uint8Array(this.#end);
    for (const slots of this.#slotsByHash.values()) {
      for (const slot of slots) data.set(slot.data, slot.offset);
    }
    return { sizeBytes: this.#end, data };
  }
}

function roundUp(value: number, multiple: number): number {
  return Math.ceil(value / multiple) * multiple;
}

/** FNV-1a, 32 bits. */
function hashBytes(data: Uint8Array): number {
  let hash = 0x811c9dc5;
  for (const byte of data) hash = Math.imul(hash ^ byte, 0x01000193);
  return hash;
}

function equalBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a.byteLength === b.byteLength && a.every((byte, index) => byte === b[index]);
}
