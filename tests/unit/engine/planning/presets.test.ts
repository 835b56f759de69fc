import { expect, test } from 'vitest';
import { PRESETS, type PresetId } from '../../../../src/core/config/presets.ts';
import type { PlanReport } from '../../../../src/core/program/plan-report.ts';
import { DEFAULT_LIMITS } from '../../../../src/engine/device/default-limits.ts';
import { createPlanner } from '../../../../src/engine/planning/plan-training.ts';

const planner = await createPlanner(DEFAULT_LIMITS, () => 0);

function slicesOf(id: PresetId): number {
  const report: PlanReport = planner.plan(PRESETS[id]).report;
  return report.verdict === 'fits' ? report.accumulationSteps : 0;
}

test('presets: each shows what it is named for', () => {
  expect(slicesOf('three-slices')).toBe(3);
  expect(slicesOf('whole-batch')).toBe(1);
  expect(slicesOf('tight')).toBeGreaterThanOrEqual(10);
  expect(slicesOf('too-tight')).toBe(0);
  expect(slicesOf('huge-batch')).toBeGreaterThanOrEqual(10);
  expect(slicesOf('keep-all')).toBeGreaterThanOrEqual(3 * slicesOf('recompute-blocks'));
  expect(slicesOf('convnet')).toBeGreaterThanOrEqual(3);
});

test('presets: the same batch and budget take more slices with Adam than with SGD, which keeps no slots', () => {
  expect(slicesOf('adam-memory')).toBeGreaterThan(2 * slicesOf('sgd-memory'));
});
