import { beforeAll, describe, expect, test } from 'vitest';
import { plannedBuffers, plannedExamples, soakSetting } from '../../../../scripts/soak/soak-setting.ts';
import { BYTES_PER_MIB } from '../../../../src/core/bytes.ts';
import { parseConfig } from '../../../../src/core/config/parse-config.ts';
import { budgetAt } from '../../../../src/core/weather/weather-at.ts';
import { DEFAULT_LIMITS } from '../../../../src/engine/device/default-limits.ts';
import { createPlanner } from '../../../../src/engine/planning/plan-training.ts';
import type { TrainingPlanner } from '../../../../src/engine/planning/training-planner.ts';

const SIZES = { trainExamples: 12_000, testExamples: 2000 };

let planner: TrainingPlanner;
beforeAll(async () => {
  planner = await createPlanner(DEFAULT_LIMITS, () => 0);
});

describe('soak setting', () => {
  test('every budget holds one example and none more than the whole batch; the end is calm, and then a rest', () => {
    const { config, weather } = soakSetting(planner, 2000, 1);
    const [least = 0, most = 0] = [1, 16].map(
      (microBatch) => planner.plan({ ...config, microBatch }).report.peakBytes / BYTES_PER_MIB,
    );
    const seen = new Set<number>();
    for (let update = 1; update < 2000; update += 1) {
      const budgetMiB = budgetAt(weather, update, 1) ?? config.budgetMiB;
      seen.add(budgetMiB);
      expect(budgetMiB).toBeGreaterThanOrEqual(least);
      expect(budgetMiB).toBeLessThanOrEqual(config.budgetMiB);
    }
    expect(seen.size).toBeGreaterThan(50);
    expect(config.budgetMiB).toBeGreaterThanOrEqual(most);
    const ends = [...weather.ramps, ...weather.spikes].map(({ to }) => to);
    const late = [...weather.points.map(({ update }) => update), ...ends].filter((update) => update > 1960);
    expect(late).toEqual([1961, 1962, 2000]);
    expect(budgetAt(weather, 2000, 1)).toBe(1);
    expect(parseConfig([['weather', config.weather]], 'report').problems).toEqual([]);
  });

  test('examples are those of whole epochs, whose last batch may be smaller', () => {
    const { config } = soakSetting(planner, 100, 1);
    expect(plannedExamples(config, 12_000)).toBe(1600);
    // Seven updates an epoch, six of 16 and one of 4; a hundred are fourteen epochs and two more.
    expect(plannedExamples(config, 100)).toBe(1432);
  });

  test('the buffers of a plan are counted from the plan made again, where that has the same bytes', () => {
    const { config } = soakSetting(planner, 100, 1);
    const { report, run } = planner.plan(config, { sizes: SIZES });
    if (!run) throw new Error('The whole batch was to fit.');
    const { arena, persistent } = run.memory;
    // Two read-backs, and constants of both kinds.
    expect(plannedBuffers(planner, report, SIZES)).toBe(arena.length + persistent.length + 4);
    expect(plannedBuffers(planner, { ...run.report, peakBytes: run.report.peakBytes + 4 }, SIZES)).toBeUndefined();
  });
});
