import { visitAccesses } from './command-access.ts';
import { type CommandOrder, commandOrder } from './command-order.ts';
import { transientLifetimes } from './lifetimes.ts';
import type { StepProgram } from './step-program.ts';

/** 1: later, -1: earlier. */
export type Direction = 1 | -1;

interface Value {
  readonly sizeBytes: number;
  /** Commands that touch it; the first of the program makes it, and every order keeps it first. */
  readonly touchedBy: number[];
}

/**
 * An order of a program's commands that can be changed one move at a time. It keeps every data dependency and knows
 * the live bytes at each position. Commands are named by their index in the program.
 *
 * Moving a command past another changes live bytes only by the values of the moved command: what it makes and outlives
 * it, and what it alone keeps alive. So one walk over the positions a command may take weighs them all.
 */
export class CommandSchedule {
  readonly #program: StepProgram;
  readonly #dependencies: CommandOrder;
  readonly #values: readonly (readonly Value[])[];
  /** Command by position, and position by command. */
  readonly #order: Int32Array;
  readonly #positions: Int32Array;
  /** By command: bytes of the values it makes, and of those that die with it. */
  readonly #makes: Float64Array;
  readonly #frees: Float64Array;
  /** By position. */
  readonly #live: Float64Array;
  #work = 0;

  constructor(program: StepProgram) {
    const length = program.commands.length;
    this.#program = program;
    this.#dependencies = commandOrder(program);
    this.#order = Int32Array.from({ length }, (_, index) => index);
    this.#positions = this.#order.slice();
    this.#makes = new Float64Array(length);
    this.#frees = new Float64Array(length);
    this.#live = new Float64Array(length);

    const byBuffer = new Map<number, Value>();
    for (const { buffer, sizeBytes, first, last } of transientLifetimes(program)) {
      byBuffer.set(buffer, { sizeBytes, touchedBy: [] });
      this.#makes[first] = (this.#makes[first] ?? 0) + sizeBytes;
      this.#frees[last] = (this.#frees[last] ?? 0) + sizeBytes;
    }
    this.#values = program.commands.map((command, index) => {
      const touched = new Set<Value>();
      visitAccesses(program, command, (id) => {
        const value = byBuffer.get(id);
        if (value) touched.add(value);
      });
      for (const value of touched) value.touchedBy.push(index);
      return [...touched];
    });
    this.#recount(0, length - 1);
  }

  get length(): number {
    return this.#order.length;
  }

  /** Steps taken in walks and recounts so far: a measure of work that does not depend on the machine. */
  get work(): number {
    return this.#work;
  }

  get peakBytes(): number {
    return this.#live.reduce((most, bytes) => Math.max(most, bytes), 0);
  }

  /** Live bytes summed over all positions. */
  get totalLiveBytes(): number {
    return this.#live.reduce((sum, bytes) => sum + bytes, 0);
  }

  commandAt(position: number): number {
    return this.#order[position] ?? -1;
  }

  /** The program in this order. */
  toProgram(): StepProgram {
    const { commands } = this.#program;
    return { ...this.#program, commands: Array.from(this.#order).flatMap((index) => commands[index] ?? []) };
  }

  /**
   * Moves a command in one direction to the allowed place that leaves the fewest live bytes in sum, never raising the
   * most live bytes among the positions it passes.
   *
   * @returns whether there was such a place other than its own.
   */
  improve(command: number, direction: Direction): boolean {
    const from = this.#positions[command] ?? 0;
    const end = this.#limit(command, direction);
    if ((end - from) * direction <= 1) return false;

    const { passedBytes: start, joins } = this.#effectOnPassed(command, from, direction);
    const makes = this.#makes[command] ?? 0;
    let passedBytes = start;
    let change = -(this.#live[from] ?? 0);
    let mostBefore = -change;
    let mostAfter = 0;
    let bestChange = 0;
    let best = from;
    for (let at = from + direction; at !== end && passedBytes <= 0; at += direction) {
      const passed = this.#order[at] ?? 0;
      const before = this.#live[at] ?? 0;
      if (direction === -1) passedBytes += joins?.get(passed) ?? 0;
      const after = before + passedBytes;
      if (direction === 1) passedBytes += joins?.get(passed) ?? 0;
      const beside = direction === 1 ? passedBytes - (this.#frees[passed] ?? 0) : -(this.#makes[passed] ?? 0);
      const own = before + beside + makes;
      this.#work += 1;
      change += after - before;
      mostBefore = Math.max(mostBefore, before);
      mostAfter = Math.max(mostAfter, after);
      if (change + own < bestChange && Math.max(mostAfter, own) <= mostBefore) {
        bestChange = change + own;
        best = at;
      }
    }
    if (best === from) return false;
    this.#move(command, from, best);
    return true;
  }

  /** First position in a direction that a command must not take or pass. */
  #limit(command: number, direction: Direction): number {
    if (direction === 1) {
      let limit = this.length;
      for (const other of this.#dependencies.after[command] ?? []) {
        limit = Math.min(limit, this.#positions[other] ?? limit);
      }
      return limit;
    }
    let limit = -1;
    for (const other of this.#dependencies.before[command] ?? []) {
      limit = Math.max(limit, this.#positions[other] ?? limit);
    }
    return limit;
  }

  /**
   * Bytes by which the live bytes of a passed command change, for the first one passed; `joins` says by how many bytes
   * that grows at another command that holds one of the same values last.
   */
  #effectOnPassed(
    command: number,
    from: number,
    direction: Direction,
  ): { passedBytes: number; joins: ReadonlyMap<number, number> | undefined } {
    let passedBytes = 0;
    let joins: Map<number, number> | undefined;
    for (const { sizeBytes, touchedBy } of this.#values[command] ?? []) {
      if (touchedBy.length === 1) continue;
      if (touchedBy[0] === command) {
        passedBytes -= direction * sizeBytes;
        continue;
      }
      const other = this.#lastOf(touchedBy, command);
      const position = this.#positions[other] ?? 0;
      if (position < from) passedBytes += direction * sizeBytes;
      if ((position - from) * direction > 0) {
        joins ??= new Map();
        joins.set(other, (joins.get(other) ?? 0) + sizeBytes);
      }
    }
    return { passedBytes, joins };
  }

  #move(command: number, from: number, to: number): void {
    this.#addFrees(command, -1);
    if (to > from) this.#order.copyWithin(from, from + 1, to + 1);
    else this.#order.copyWithin(to + 1, to, from);
    this.#order[to] = command;
    const [low, high] = [Math.min(from, to), Math.max(from, to)];
    for (let at = low; at <= high; at++) this.#positions[this.#order[at] ?? 0] = at;
    this.#addFrees(command, 1);
    this.#recount(low, high);
  }

  /** Adds (or takes away) the bytes of a command's values where they die. */
  #addFrees(command: number, sign: 1 | -1): void {
    for (const { sizeBytes, touchedBy } of this.#values[command] ?? []) {
      const last = this.#lastOf(touchedBy);
      this.#frees[last] = (this.#frees[last] ?? 0) + sign * sizeBytes;
    }
  }

  #lastOf(commands: readonly number[], except = -1): number {
    let last = -1;
    let lastPosition = -1;
    for (const command of commands) {
      const position = this.#positions[command] ?? 0;
      if (command === except || position < lastPosition) continue;
      last = command;
      lastPosition = position;
    }
    this.#work += commands.length;
    return last;
  }

  #recount(low: number, high: number): void {
    let carried = low === 0 ? 0 : (this.#live[low - 1] ?? 0) - (this.#frees[this.#order[low - 1] ?? 0] ?? 0);
    for (let at = low; at <= high; at++) {
      const command = this.#order[at] ?? 0;
      carried += this.#makes[command] ?? 0;
      this.#live[at] = carried;
      carried -= this.#frees[command] ?? 0;
    }
    this.#work += high - low + 1;
  }
}
