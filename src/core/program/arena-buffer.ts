import type { ArenaValue } from './arena-values.ts';

/** Values that live longer than this many commands are kept apart, so that a look-up skips all other short ones. */
const SHORT_LIFE = 32;

/** A value in its place; `end` is where the next may begin. */
interface Tenant {
  readonly value: ArenaValue;
  readonly offset: number;
  readonly end: number;
}

/** One physical buffer of the arena while values are being placed. */
export class ArenaBuffer {
  readonly sizeBytes: number;
  /** Starts of values are multiples of this; Infinity: all start at 0. */
  readonly #alignment: number;
  /** By program, in no order. */
  readonly #longLived: Tenant[][] = [];
  /** In order of their first command. */
  readonly #shortLived: Tenant[] = [];
  #work = 0;

  constructor(sizeBytes: number, alignment: number) {
    this.sizeBytes = sizeBytes;
    this.#alignment = alignment;
  }

  /** Look-ups made and tenants looked at so far. */
  get work(): number {
    return this.#work;
  }

  /**
   * Lowest offset at which a value fits beside those alive at the same time; undefined where there is none, or where
   * one of them clashes with it. `clashes[index]` equals `mark` for the values it clashes with.
   */
  findOffset(value: ArenaValue, clashes: Int32Array, mark: number): number | undefined {
    this.#work += 1;
    if (value.sizeBytes > this.sizeBytes) return undefined;
    const tenants = this.#alongside(value, clashes, mark);
    if (tenants === undefined || tenants.length === 0) return tenants && 0;
    tenants.sort((a, b) => a.offset - b.offset);
    let offset = 0;
    for (const tenant of tenants) {
      if (tenant.offset - offset >= value.sizeBytes) break;
      offset = Math.max(offset, tenant.end);
    }
    return offset + value.sizeBytes <= this.sizeBytes ? offset : undefined;
  }

  add(value: ArenaValue, offset: number): void {
    const taken = Math.ceil(value.sizeBytes / this.#alignment) * this.#alignment;
    const tenant = { value, offset, end: Number.isNaN(taken) ? Number.POSITIVE_INFINITY : offset + taken };
    if (value.last - value.first > SHORT_LIFE) {
      this.#longLived[value.program] ??= [];
      this.#longLived[value.program]?.push(tenant);
    } else {
      this.#shortLived.splice(this.#firstShortLived(value.first + 1), 0, tenant);
    }
  }

  /** Tenants alive at some command of the value's life; undefined when one of them rules the value out. */
  #alongside(value: ArenaValue, clashes: Int32Array, mark: number): Tenant[] | undefined {
    const { first, last, sizeBytes } = value;
    const room = this.sizeBytes - sizeBytes;
    const found: Tenant[] = [];
    const longLived = this.#longLived[value.program];
    const longCount = longLived?.length ?? 0;
    const shortLived = this.#shortLived;
    for (let at = 0; at < longCount; at++) {
      const tenant = longLived?.[at];
      this.#work += 1;
      if (tenant === undefined || tenant.value.first > last || tenant.value.last < first) continue;
      if (rulesOut(tenant, sizeBytes, room) || clashes[tenant.value.index] === mark) return undefined;
      found.push(tenant);
    }
    for (let at = this.#firstShortLived(first - SHORT_LIFE); at < shortLived.length; at++) {
      const tenant = shortLived[at];
      this.#work += 1;
      if (tenant === undefined || tenant.value.first > last) break;
      if (tenant.value.last < first) continue;
      if (rulesOut(tenant, sizeBytes, room) || clashes[tenant.value.index] === mark) return undefined;
      found.push(tenant);
    }
    return found;
  }

  /** Number of short-lived tenants that begin before a command. */
  #firstShortLived(command: number): number {
    let low = 0;
    let high = this.#shortLived.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#shortLived[middle]?.value.first ?? 0) < command) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

/** Whether a tenant leaves too little room both before and behind it; `room` is what the value leaves of the buffer. */
function rulesOut({ offset, end }: Tenant, sizeBytes: number, room: number): boolean {
  return offset < sizeBytes && end > room;
}
