import { describe, expect, it } from 'vitest';
import { transientLifetimes } from '../../../../src/core/program/lifetimes.ts';
import { ProgramBuilder } from './program-builder.ts';

describe('transientLifetimes', () => {
  it('spans the first to the last touch, of bindings, copy ends and clears', () => {
    const builder = new ProgramBuilder();
    const weights = builder.persistent('weights', 4);
    const cleared = builder.transient(4, 'gradients');
    const copied = builder.transient(8);
    const written = builder.transient(12);
    builder.transient(16); // touched by nothing: it has no lifetime
    builder.clear(cleared);
    builder.dispatch([weights], [written]);
    builder.copy(written, copied, 8);
    builder.dispatch([copied], [cleared]);
    builder.dispatch([cleared], [weights]);
    expect(transientLifetimes(builder.build())).toEqual([
      { buffer: cleared, sizeBytes: 4, kind: 'gradients', first: 0, last: 4 },
      { buffer: copied, sizeBytes: 8, kind: 'activations', first: 2, last: 3 },
      { buffer: written, sizeBytes: 12, kind: 'activations', first: 1, last: 2 },
    ]);
  });
});
