import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { TrainingConfig } from '../../../src/core/config/training-config.ts';
import { followConfig } from '../../../src/ui/follow-config.ts';
import { configStore } from '../../../src/ui/stores/config-store.ts';
import { planStore } from '../../../src/ui/stores/plan-store.ts';

describe('planning follows the form', () => {
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => vi.useRealTimers());

  function followed() {
    const asked: TrainingConfig[] = [];
    const end = followConfig({ requestPlan: (config) => asked.push(config) });
    return { asked, end };
  }

  it('plans at once, then within 50 ms of a change', () => {
    const { asked, end } = followed();
    expect(asked.length).toBe(1);
    configStore.getState().update({ batchSize: 1000 });
    expect(planStore.getState().pending).toBe(true);
    vi.advanceTimersByTime(50);
    expect(asked.map((config) => config.batchSize)).toEqual([512, 1000]);
    end();
  });

  it('keeps planning while a slider moves, always the latest', () => {
    const { asked, end } = followed();
    for (let batchSize = 1; batchSize <= 60; batchSize++) {
      configStore.getState().update({ batchSize });
      vi.advanceTimersByTime(16);
    }
    vi.advanceTimersByTime(50);
    expect(asked.length).toBeGreaterThan(15);
    expect(asked.at(-1)?.batchSize).toBe(60);
    end();
  });

  it('does not plan again for a form that says the same', () => {
    const { asked, end } = followed();
    const { config, replace } = configStore.getState();
    replace({ ...config });
    vi.advanceTimersByTime(100);
    expect(asked.length).toBe(1);
    end();
  });

  it('stops when ended', () => {
    const { asked, end } = followed();
    configStore.getState().update({ batchSize: 77 });
    end();
    vi.advanceTimersByTime(100);
    expect(asked.length).toBe(1);
  });
});
