import { describe, expect, it } from 'vitest';
import { resNet152Rows } from '../../../../scripts/bench/res-net-152-rows.ts';
import { defaultConfig } from '../../../../src/core/config/default-config.ts';
import { searchedPlan } from './measurement-fixtures.ts';

const GIB = 2 ** 30;
const eager = { allocatedBytes: 11 * GIB, peakBytes: 12 * GIB, parameterBytes: GIB, dispatches: 8000 };
const config = defaultConfig('resnet152-1024');

const rowsOf = (arenaBytes: number, microBatch: number, searchMs: number) =>
  resNet152Rows({
    eager,
    engine: searchedPlan({ microBatch: 8, arenaBytes, peakBytes: 3 * GIB }),
    megapixels: searchedPlan({ config, microBatch, accumulationSteps: 1366, searchMs }),
  });

describe('resNet152Rows', () => {
  it('compares the arena with all of tfjs but its variables, and all bytes with all', () => {
    const [workspace, total] = rowsOf(2.5 * GIB, 3, 4000);
    expect(workspace).toMatchObject({ eager: 10 * GIB, engine: 2.5 * GIB, ratio: { median: 0.25 }, reached: true });
    expect(total).toMatchObject({ eager: 11 * GIB, engine: 3 * GIB, target: null });
    expect(rowsOf(2.9 * GIB, 3, 4000)[0]?.reached).toBe(false);
  });

  it('asks for three megapixel images at once, told in five seconds', () => {
    const reached = (rows: ReturnType<typeof rowsOf>) => rows.slice(2).map((row) => [row.engine, row.reached]);
    expect(reached(rowsOf(GIB, 3, 4999))).toEqual([
      [3, true],
      [1366, null],
      [4999, true],
    ]);
    expect(reached(rowsOf(GIB, 2, 5001))).toEqual([
      [2, false],
      [1366, null],
      [5001, false],
    ]);
  });
});
