import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { defaultConfig } from '../../../src/core/config/default-config.ts';
import type { TrainingPhase } from '../../../src/core/training-phase.ts';
import { followBudget } from '../../../src/ui/follow-budget.ts';
import { configStore } from '../../../src/ui/stores/config-store.ts';
import { NO_RUN, runStore } from '../../../src/ui/stores/run-store.ts';

const CONFIG = defaultConfig('fashion-mlp');

describe('the budget of the form', () => {
  const given: number[] = [];
  let end: () => void;
  beforeEach(() => {
    vi.useFakeTimers();
    given.length = 0;
    configStore.getState().replace(CONFIG);
    end = followBudget({ setBudget: (budgetMiB) => given.push(budgetMiB) });
  });
  afterEach(() => {
    end();
    runStore.setState(NO_RUN, true);
    vi.useRealTimers();
  });

  function inPhase(phase: TrainingPhase): void {
    runStore.setState({ ...NO_RUN, runId: 1, phase, config: CONFIG }, true);
  }

  it.each(['training', 'paused', 'loading'] as const)('goes to a run that is %s, the last of a movement', (phase) => {
    inPhase(phase);
    for (const budgetMiB of [20, 15, 10]) configStore.getState().update({ budgetMiB });
    vi.advanceTimersByTime(1000);
    expect(given).toEqual([10]);
  });

  it('is for the next run where none is on', () => {
    inPhase('finished');
    configStore.getState().update({ budgetMiB: 10 });
    vi.advanceTimersByTime(1000);
    expect(given).toEqual([]);
  });

  it('is for the next run where it changes with other settings, or belongs to another workload', () => {
    inPhase('training');
    configStore.getState().update({ budgetMiB: 10, batchSize: 100 });
    configStore.getState().replace(defaultConfig('charlm'));
    configStore.getState().update({ budgetMiB: 50 });
    vi.advanceTimersByTime(1000);
    expect(given).toEqual([]);
  });
});
