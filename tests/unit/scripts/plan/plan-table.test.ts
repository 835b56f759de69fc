import { describe, expect, it } from 'vitest';
import { planTable } from '../../../../scripts/plan/plan-table.ts';
import { FITTING_PLAN, NOT_FITTING_PLAN } from './plan-report-fixtures.ts';

describe('planTable', () => {
  it('shows a plan that fits in aligned columns', () => {
    expect(planTable(FITTING_PLAN)).toMatchInlineSnapshot(`
      "fashion-mlp · batch 512 · budget 6.00 MiB · adam
      Batch 512 fits as 3 slices.

      Largest slice that fits       187  examples
      Micro-batch                   171  examples
      Accumulation steps              3  2 × 171 + 1 × 170
      Peak                     5.75 MiB  95.8 % of the budget

      Planned bytes
        parameters    1.00 MiB  17.4 %  ████████████
        accumulators  1.00 MiB  17.4 %  ████████████
        optimizer     2.00 MiB  34.8 %  ████████████████████████
        activations   1.00 MiB  17.4 %  ████████████
        gradients      512 KiB   8.7 %  ██████
        inputs         256 KiB   4.3 %  ███
        other         1.00 KiB   0.0 %
        together      5.75 MiB

      Fixed, whatever the slice    4.00 MiB
      For each example of a slice  10.0 KiB
      Parameters                    235,146
      Liveness lower bound         5.50 MiB  peak is 1.05 × as large
      Largest buffer                784 KiB  device allows 4.00 GiB
      Largest binding               784 KiB  device allows 2.00 GiB
      GPU dispatches a slice             43
      Evaluation takes at once          320  test examples

      Sizes considered, in this order
        micro-batch      peak  planned in  verdict
                512  9.00 MiB     20.0 ms  3.00 MiB over the budget
                187  5.90 MiB     11.3 ms  fits

      Planned in 42 ms."
    `);
  });

  it('says before the answer that the data set has fewer examples than asked', () => {
    const config = { ...FITTING_PLAN.config, batchSize: 16_384 };
    const lines = planTable({ ...FITTING_PLAN, batch: 12_000, config }).split('\n');
    expect(lines[1]).toBe('Batch: 16,384 asked; the data set has 12,000 examples, so a batch is all of it.');
  });

  it('shows why nothing fits, and what one example needs', () => {
    const text = planTable(NOT_FITTING_PLAN);
    expect(text).toContain('One example needs more than the largest buffer.');
    expect(text).toContain('Take a device with larger buffers.');
    expect(text).toContain('Bytes for the smallest slice');
    expect(text).toContain('maxBufferSize: asks 1,048,576 bytes (1.00 MiB), allowed 65,536 bytes (64.0 KiB)');
    expect(text).not.toMatch(/undefined|NaN/);
  });

  it('gives the sum of the kinds of bytes as the peak', () => {
    const peak = /Peak +([\d.]+ MiB)/.exec(planTable(FITTING_PLAN))?.[1];
    const sum = /together +([\d.]+ MiB)/.exec(planTable(FITTING_PLAN))?.[1];
    expect(peak).toBe('5.75 MiB');
    expect(sum).toBe(peak);
  });
});
