import { describe, expect, it } from 'vitest';
import { planJson } from '../../../../scripts/plan/plan-json.ts';
import { FITTING_PLAN, NOT_FITTING_PLAN } from './plan-report-fixtures.ts';

describe('planJson', () => {
  it('says how the batch is cut', () => {
    expect(planJson(FITTING_PLAN)).toMatchObject({
      workload: 'fashion-mlp',
      batch: 512,
      verdict: 'fits',
      capacity: 187,
      microBatch: 171,
      accumulationSteps: 3,
      slices: [
        { size: 171, count: 2 },
        { size: 170, count: 1 },
      ],
      budgetBytes: 6 * 2 ** 20,
      dispatches: 43,
    });
  });

  it('tells what was asked from what is planned', () => {
    const config = { ...FITTING_PLAN.config, batchSize: 16_384, microBatch: 14_000 };
    expect(planJson({ ...FITTING_PLAN, batch: 12_000, config })).toMatchObject({
      batch: 12_000,
      requestedBatch: 16_384,
      requestedMicroBatch: 14_000,
    });
  });

  it('has the same fields where nothing fits, none of them missing', () => {
    const json = planJson(NOT_FITTING_PLAN);
    expect(Object.keys(json)).toEqual(Object.keys(planJson(FITTING_PLAN)));
    expect(Object.keys(JSON.parse(JSON.stringify(json)))).toEqual(Object.keys(json));
    expect(json).toMatchObject({ verdict: 'does-not-fit', capacity: 0, slices: [], largestBufferBytes: null });
  });
});
