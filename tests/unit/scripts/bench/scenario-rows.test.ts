import { describe, expect, it } from 'vitest';
import type { ScenarioMeasurement } from '../../../../scripts/bench/measure-scenario.ts';
import { scenarioRows } from '../../../../scripts/bench/scenario-rows.ts';
import { measurement, round, SCENARIO } from './measurement-fixtures.ts';

const rowOf = (measured: ScenarioMeasurement, key: string) => {
  const row = scenarioRows(measured).find(({ id }) => id.endsWith(`/${key}`));
  if (!row) throw new Error(`There is no row ${key}.`);
  return row;
};

describe('scenarioRows', () => {
  it('takes ratios within a round: a machine that slows both sides down changes nothing', () => {
    const rounds = [round(10, 0.4), round(100, 4), round(30, 1.2)];
    expect(rowOf(measurement({ rounds }), 'javascript')).toMatchObject({
      eager: 30,
      engine: 1.2,
      ratio: { median: 0.04, low: 0.04, high: 0.04 },
    });
  });

  it('shows the median of the ratios, not the ratio of the medians', () => {
    // Ratios 0.1, 0.5 and 0.2; medians 10 and 2.
    const rounds = [round(20, 2), round(10, 5), round(5, 1)];
    expect(rowOf(measurement({ rounds }), 'whole').ratio).toEqual({ median: 0.2, low: 0.1, high: 0.5 });
  });

  it('asks JavaScript for a twentieth', () => {
    expect(rowOf(measurement({ rounds: [round(10, 0.5)] }), 'javascript').reached).toBe(true);
    expect(rowOf(measurement({ rounds: [round(10, 0.51)] }), 'javascript').reached).toBe(false);
  });

  it('asks bytes for 60 % at 1,000 examples of the perceptron, and shows them elsewhere', () => {
    expect(rowOf(measurement(), 'allocated')).toMatchObject({
      eager: 2000,
      engine: 1000,
      ratio: { median: 0.5 },
      target: { of: 'ratio', atMost: 0.6 },
      reached: true,
    });
    const smaller = measurement({ scenario: { ...SCENARIO, microBatch: 64 } });
    expect(rowOf(smaller, 'allocated')).toMatchObject({ ratio: { median: 0.5 }, target: null, reached: null });
  });

  it('compares the arena and all bytes each with their own lower bound', () => {
    expect(rowOf(measurement(), 'arena-over-bound')).toMatchObject({ eager: null, engine: 220, reached: false });
    expect(rowOf(measurement(), 'arena-over-bound').ratio?.median).toBeCloseTo(1.1, 10);
    expect(rowOf(measurement(), 'peak-over-bound')).toMatchObject({ engine: 1000, reached: true });
  });

  it('shows what cutting submits costs beside eager tfjs, which cuts none, and asks nothing of it', () => {
    const rounds = [round(10, 0.5)];
    const cut = rowOf(measurement({ rounds }), 'javascript-cut');
    expect(cut).toMatchObject({ eager: 10, engine: 2, ratio: { median: 0.2 }, target: null, reached: null });
    expect(cut.name).toBe('JavaScript, cut into 7 submits of about 100 ms or less as the page does');
    expect(rowOf(measurement({ rounds }), 'whole')).toMatchObject({ eager: 100, engine: 5 });
    expect(rowOf(measurement({ rounds }), 'whole-cut')).toMatchObject({ eager: 100, engine: 20 });
  });

  it('says nothing of the memory of the few examples that are there for their JavaScript', () => {
    const rows = scenarioRows(measurement({ scenario: { ...SCENARIO, withMemory: false } }));
    expect(rows.filter(({ unit }) => unit === 'bytes')).toEqual([]);
    expect(rows.length).toBeGreaterThan(0);
  });

  it('compares the engine with nothing where it is alone, and asks its JavaScript for nothing', () => {
    const scenario = { ...SCENARIO, workload: 'textrnn-synthetic', timeSteps: 1000, withEager: false } as const;
    const alone = scenarioRows(measurement({ scenario, eager: null, rounds: [round(null, 3)] }));
    const [javaScript] = alone;
    expect(javaScript).toMatchObject({ id: 'textrnn-synthetic/1000x1000/javascript', eager: null, engine: 3 });
    expect(javaScript).toMatchObject({ ratio: null, target: null, note: 'the engine submits 2 times' });
    expect(javaScript?.group).toContain('1000 time steps');
    expect(javaScript?.group).toContain('the engine alone');
    expect(alone.filter(({ eager }) => eager !== null)).toEqual([]);
  });

  it('says what another matrix product changes for tfjs, only where it was measured', () => {
    const rounds = [round(10, 1, 20), round(10, 1, 40), round(10, 1, 30)];
    const row = rowOf(measurement({ rounds }), 'packed-matmul');
    expect(row).toMatchObject({ eager: 300, engine: 10, note: 'tfjs takes 3.00 × its default (2.00–4.00)' });
    expect(() => rowOf(measurement(), 'packed-matmul')).toThrow('no row');
  });
});
