import { describe, expect, it } from 'vitest';
import { failureOf } from '../../../src/core/failures.ts';
import type { PlanReport } from '../../../src/core/program/plan-report.ts';
import { TRAINING_PHASES } from '../../../src/core/training-phase.ts';
import { mainAction, startObstacle } from '../../../src/ui/run-actions.ts';
import { isActive } from '../../../src/ui/stores/shown-plan.ts';
import { bytesByKind, LIMITS, planReport } from './plan-report-fixture.ts';

const { config, batch, lastBatch, budgetBytes, usableBytes, limits, considered, planMs } = planReport();
const refused: PlanReport = {
  verdict: 'does-not-fit',
  reason: 'One example alone needs more.',
  failure: failureOf('internal', {}),
  peakBytes: 2000,
  bytes: bytesByKind(1),
  fixedBytes: 1990,
  bytesPerExample: 10,
  parameterCount: 10,
  ...{ config, batch, lastBatch, budgetBytes, usableBytes, limits, considered, planMs },
};

describe('what the main button does', () => {
  it.each(TRAINING_PHASES)(
    'in phase %s it pauses what works, resumes what is paused, starts what is neither',
    (phase) => {
      const expected = phase === 'paused' ? 'resume' : isActive(phase) ? 'pause' : 'start';
      expect(mainAction(phase)).toBe(expected);
    },
  );

  it('a run can begin while the first plan is on its way', () => {
    expect(startObstacle(undefined, { pending: true })).toBeUndefined();
  });

  it('nothing begins without WebGPU', () => {
    const device = {
      status: 'unavailable',
      failure: failureOf('no-webgpu', { isSecureContext: true }),
      assumedLimits: LIMITS,
    } as const;
    expect(startObstacle(device, { report: planReport(), pending: false })).toBe('needsWebgpu');
  });

  it('nothing begins in a budget that holds nothing, until the form has changed', () => {
    expect(startObstacle(undefined, { report: refused, pending: false })).toBe('needsPlan');
    expect(startObstacle(undefined, { report: refused, pending: true })).toBeUndefined();
  });
});
