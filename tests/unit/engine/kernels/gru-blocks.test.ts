import { constant, integer, oneof, property, assert as propertyHolds } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { examplesPerWorkgroup, timeBlocks } from '../../../../src/engine/kernels/gru-blocks.ts';

describe('time blocks of a GRU', () => {
  test('1,000 steps of 64 examples are 15 blocks of 63 and one of 55', () => {
    const { steps, blocks } = timeBlocks({ steps: 1000, examples: 64, units: 200 });
    expect(steps).toBe(63);
    expect(blocks.map((block) => block.steps)).toEqual([...Array(15).fill(63), 55]);
  });

  // 3 · 200² · 1,000 = 1.2e8 products a step: 16 steps are 1.92e9. 1,000 steps are 63 blocks of 16, the last of 8.
  test('many examples have shorter blocks, so that no dispatch runs long', () => {
    const { steps, blocks } = timeBlocks({ steps: 1000, examples: 1000, units: 200 });
    expect(steps).toBe(16);
    expect(blocks).toHaveLength(63);
  });

  test('blocks follow one another, cover all steps, and no dispatch has over 2e9 products or 64 steps', () => {
    const shapes = {
      steps: integer({ min: 1, max: 3000 }),
      examples: oneof(integer({ min: 1, max: 64 }), integer({ min: 65, max: 100_000 })),
      units: oneof(constant(200), integer({ min: 1, max: 256 })),
    };
    propertyHolds(
      property(shapes.steps, shapes.examples, shapes.units, (steps, examples, units) => {
        const plan = timeBlocks({ steps, examples, units });
        let next = 0;
        for (const block of plan.blocks) {
          expect(block.first).toBe(next);
          expect(block.steps).toBeGreaterThan(0);
          expect(block.steps).toBeLessThanOrEqual(Math.min(plan.steps, 64));
          if (block.steps > 1) expect(block.steps * 3 * units * units * examples).toBeLessThanOrEqual(2e9);
          next += block.steps;
        }
        expect(next).toBe(steps);
      }),
    );
  });

  test('few examples have a workgroup each, many share one', () => {
    expect([1, 32, 33, 128, 129, 4096].map(examplesPerWorkgroup)).toEqual([1, 1, 2, 2, 4, 4]);
  });
});
