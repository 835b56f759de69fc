import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { simplifySteps } from '../../../../src/ui/weather/simplify-steps.ts';

const anyValues = fc.array(fc.double({ min: 0.5, max: 4000, noNaN: true }), { maxLength: 60 });

/** What the steps say at each index. */
function read(steps: ReturnType<typeof simplifySteps>, length: number): readonly number[] {
  return Array.from({ length }, (_, index) => steps.findLast((step) => step.index <= index)?.value ?? Number.NaN);
}

describe('simplified steps', () => {
  it('depart from no value by more than the tolerance, and no two neighbours are equal', () => {
    fc.assert(
      fc.property(anyValues, fc.double({ min: 1, max: 1.5, noNaN: true }), (values, tolerance) => {
        const steps = simplifySteps(values, { tolerance, maximumSteps: values.length });
        for (const [index, value] of read(steps, values.length).entries()) {
          const ratio = value / (values[index] ?? Number.NaN);
          expect(Math.max(ratio, 1 / ratio)).toBeLessThanOrEqual(tolerance * (1 + 1e-12));
        }
        for (const [index, { value }] of steps.entries()) expect(steps[index + 1]?.value).not.toBe(value);
      }),
    );
  });

  it('are as many as allowed at most', () => {
    fc.assert(
      fc.property(anyValues, fc.integer({ min: 1, max: 5 }), (values, maximumSteps) => {
        expect(simplifySteps(values, { tolerance: 1, maximumSteps }).length).toBeLessThanOrEqual(maximumSteps);
      }),
    );
  });

  it('a hand that trembles draws one step, and a round one', () => {
    const trembling = [4.68, 4.72, 4.7, 4.66, 4.74];
    expect(simplifySteps(trembling, { tolerance: 1.02, maximumSteps: 9 })).toEqual([{ index: 0, value: 4.7 }]);
  });
});
