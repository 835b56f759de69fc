import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { visitAccesses } from '../../../../src/core/program/command-access.ts';
import { commandOrder } from '../../../../src/core/program/command-order.ts';
import type { StepProgram } from '../../../../src/core/program/step-program.ts';
import { ProgramBuilder } from './program-builder.ts';
import { randomProgram } from './random-program.ts';

describe('commandOrder', () => {
  it('orders exactly the pairs that follow from a conflict: one touches what the other writes', () => {
    fc.assert(
      fc.property(randomProgram(), (program) => {
        const reach = reachable(commandOrder(program).before);
        const conflicts = reachable(allConflicts(program));
        expect(reach).toEqual(conflicts);
      }),
    );
  });

  it('gives the same edges from both ends, each once and from earlier to later', () => {
    fc.assert(
      fc.property(randomProgram(), (program) => {
        const { before, after } = commandOrder(program);
        const down = before.flatMap((list, index) => list.map((other) => `${other}→${index}`));
        const up = after.flatMap((list, index) => list.map((other) => `${index}→${other}`));
        expect(down.sort()).toEqual(up.sort());
        expect(new Set(down).size).toBe(down.length);
        before.forEach((list, index) => {
          expect(list.every((other) => other < index)).toBe(true);
        });
      }),
    );
  });

  it('lets reads of one buffer go in any order, and keeps each before the next write', () => {
    const builder = new ProgramBuilder();
    const weights = builder.persistent('weights', 4);
    builder.dispatch([weights], [builder.transient(4)]);
    builder.dispatch([weights], [builder.transient(4)]);
    builder.dispatch([], [weights]);
    expect(commandOrder(builder.build()).before).toEqual([[], [], [0, 1]]);
  });
});

/** For each command all that must precede it, by following edges. */
function reachable(before: readonly (readonly number[])[]): number[][] {
  const sets: Set<number>[] = [];
  before.forEach((list, index) => {
    const set = new Set(list);
    for (const other of list) for (const earlier of sets[other] ?? []) set.add(earlier);
    sets[index] = set;
  });
  return sets.map((set) => [...set].sort((a, b) => a - b));
}

function allConflicts(program: StepProgram): number[][] {
  const uses = program.commands.map((command) => {
    const use = new Map<number, boolean>();
    visitAccesses(program, command, (id, access) => use.set(id, access !== 'read' || use.get(id) === true));
    return use;
  });
  return uses.map((use, index) =>
    uses
      .slice(0, index)
      .flatMap((other, earlier) =>
        [...use].some(([id, writes]) => other.has(id) && (writes || other.get(id))) ? [earlier] : [],
      ),
  );
}
