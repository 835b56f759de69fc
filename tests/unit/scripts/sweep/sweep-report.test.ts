import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { chosenFaults } from '../../../../scripts/sweep/chosen-faults.ts';
import type { Fault } from '../../../../scripts/sweep/faults.ts';
import { sweepArguments } from '../../../../scripts/sweep/sweep-arguments.ts';
import { sweepReport } from '../../../../scripts/sweep/sweep-report.ts';
import { sweepMarkdown, sweepTable } from '../../../../scripts/sweep/sweep-table.ts';
import type { SweptFault, Verdict } from '../../../../scripts/sweep/swept-fault.ts';
import { WORKLOAD_IDS } from '../../../../src/core/config/training-config.ts';

const COUNTS = { allocation: 7, pipeline: 1, submit: 0, 'read-back': 2 } as const;

describe('faults of a sweep', () => {
  test('every request by every way; the real device is destroyed at the first, the middle and the last', () => {
    const faults = chosenFaults(COUNTS, 1);
    const of = (kind: string, way: string) =>
      faults.flatMap((fault) => (fault.kind === kind && fault.way === way ? [fault.nth] : []));
    expect(of('allocation', 'validation')).toEqual([1, 2, 3, 4, 5, 6, 7]);
    expect(of('allocation', 'destruction')).toEqual([1, 4, 7]);
    expect(of('read-back', 'destruction')).toEqual([1, 2]);
    expect(of('pipeline', 'destruction')).toEqual([1]);
    expect(faults.filter(({ kind }) => kind === 'submit')).toEqual([]);
    expect(chosenFaults(COUNTS, 3).filter(({ way, kind }) => way === 'budget' && kind === 'allocation')).toHaveLength(
      3,
    );
  });

  test('none comes twice, and first and last are always among them', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 300 }), fc.integer({ min: 1, max: 400 }), (allocation, every) => {
        const faults = chosenFaults({ ...COUNTS, allocation }, every);
        expect(new Set(faults.map((fault) => JSON.stringify(fault))).size).toBe(faults.length);
        const places = faults.filter(({ kind }) => kind === 'allocation').map(({ nth }) => nth);
        expect([Math.min(...places), Math.max(...places)]).toEqual([1, allocation]);
      }),
    );
  });
});

function swept(fault: Fault, verdict: Verdict, isInjected = true): SweptFault {
  return { fault, verdict, isInjected };
}

const REPORT = sweepReport(
  [
    {
      workload: 'fashion-mlp',
      mode: 'free',
      counts: COUNTS,
      results: [
        swept({ kind: 'allocation', way: 'validation', nth: 1 }, { type: 'bitwise' }),
        swept({ kind: 'allocation', way: 'out-of-memory', nth: 1 }, { type: 'close', difference: 3e-7 }),
        swept({ kind: 'allocation', way: 'out-of-memory', nth: 7 }, { type: 'lost', reason: 'the run is failed: no' }),
        swept({ kind: 'pipeline', way: 'budget', nth: 1 }, { type: 'bitwise' }, false),
      ],
    },
  ],
  { adapter: 'google swiftshader', every: 6, totalMs: 90_000 },
);

describe('report of a sweep', () => {
  test('counts what was injected and what was survived; a fault that no run came to is neither', () => {
    expect(REPORT.total).toEqual({ injected: 3, survived: 2, bitwise: 1, close: 1, difference: 3e-7 });
    expect(REPORT.notReached).toBe(1);
    expect(REPORT.rows[0]?.ways['out-of-memory']).toMatchObject({ injected: 2, survived: 1 });
    expect(REPORT.lost).toEqual(['fashion-mlp, free, allocation 7 by out-of-memory: the run is failed: no']);
  });

  test('as a table and in Markdown: survived of injected, and a sentence with all', () => {
    for (const text of [sweepTable(REPORT), sweepMarkdown(REPORT)]) {
      expect(text).toContain('1 of 2');
      expect(text).toContain('3 faults injected, 2 survived: 1 with the same bits, 1 within 1e-5 (3.0e-7 at most).');
      expect(text).toContain('NOT SURVIVED: fashion-mlp, free, allocation 7 by out-of-memory: the run is failed: no');
    }
    const [headings = '', rule = '', row = ''] = sweepMarkdown(REPORT).split('\n');
    const columns = (line: string) => line.split('|').length;
    expect([columns(rule), columns(row)]).toEqual([columns(headings), columns(headings)]);
  });
});

describe('arguments of sweep', () => {
  test('without any, every request of every workload', () => {
    expect(sweepArguments([])).toEqual({
      ...{ type: 'sweep', workloads: WORKLOAD_IDS, every: 1, adapter: 'software', format: 'text' },
    });
    expect(sweepArguments(['--workload', 'charlm,fashion-mlp', '--every=4', '--json'])).toMatchObject({
      ...{ workloads: ['fashion-mlp', 'charlm'], every: 4, format: 'json' },
    });
  });

  test.each([
    [['--workload', 'mlp'], /names “mlp”/],
    [['--every', '0'], /whole number from 1 on/],
    [['--adapter', 'none'], /--adapter is “none”/],
    [['--json', '--markdown'], /exclude each other/],
    [['--often'], /no option --often/],
  ])('%j is told what is wrong with it', (argv, problem) => {
    expect(sweepArguments(argv)).toMatchObject({ type: 'bad', problems: [expect.stringMatching(problem)] });
  });
});
