import { expect, test } from 'vitest';
import { judgeRun } from '../../../../scripts/sweep/worker/judge-run.ts';
import type { SweptRun } from '../../../../scripts/sweep/worker/swept-run.ts';

/** Two updates of four examples, in two slices each. */
const CALM: SweptRun = {
  end: 'finished',
  failure: undefined,
  isInjected: false,
  counts: { allocation: 1, pipeline: 1, submit: 1, 'read-back': 1 },
  updates: [
    { update: 1, loss: 2, batch: 4, slices: 2 },
    { update: 2, loss: 1, batch: 4, slices: 2 },
  ],
  slices: [
    [0, 1],
    [2, 3],
    [4, 5],
    [6, 7],
  ],
  learnt: new Map([['parameter/a', Float32Array.of(0.5, -2)]]),
  allocatedBytes: 0,
  uncaptured: [],
  warnings: [],
};

const FINER = [[0, 1], [2], [3], [4, 5], [6, 7]];
const values = (...numbers: number[]) => new Map([['parameter/a', Float32Array.from(numbers)]]);

test('judge: a run that begins an update again and comes to the same bits has survived', () => {
  expect(judgeRun({ ...CALM, slices: [[0, 1], ...CALM.slices] }, CALM)).toEqual({ type: 'bitwise' });
});

test('judge: other bits are close where the cut is another one, and the fault’s where it is not', () => {
  const learnt = values(0.5, -2.00001);
  expect(judgeRun({ ...CALM, learnt, slices: FINER }, CALM)).toMatchObject({ type: 'close' });
  expect(judgeRun({ ...CALM, learnt }, CALM)).toMatchObject({ type: 'lost', reason: /other bits/ });
  expect(judgeRun({ ...CALM, learnt: values(0.5, -2.0001), slices: FINER }, CALM)).toMatchObject({ type: 'lost' });
});

test('judge: values of one kind are measured by the largest among them, never by another kind’s', () => {
  const of = (slot: number, shift: number) =>
    new Map([
      ['parameter/kernel', Float32Array.of(1)],
      ['parameter/shift', Float32Array.of(shift)],
      ['slot/momentum/kernel', Float32Array.of(slot)],
    ]);
  const judge = (slot: number, shift: number) =>
    judgeRun({ ...CALM, learnt: of(slot, shift), slices: FINER }, { ...CALM, learnt: of(1e-3, 1e-3) }).type;
  expect(judge(1e-3, 1.001e-3)).toBe('close');
  expect(judge(1.001e-3, 1e-3)).toBe('lost');
});

test.each<[string, Partial<SweptRun>]>([
  ['fails', { end: 'failed', failure: 'no' }],
  ['hangs', { end: 'hung' }],
  ['keeps bytes', { allocatedBytes: 4 }],
  ['leaves an error to nobody', { uncaptured: ['no'] }],
  ['makes an update less', { updates: CALM.updates.slice(0, 1) }],
  ['makes an update of another batch', { updates: CALM.updates.map((update) => ({ ...update, batch: 3 })) }],
  ['takes an example twice', { slices: [...CALM.slices.slice(0, 3), [6, 7], [7]] }],
  ['has no number', { learnt: values(0.5, Number.NaN), slices: FINER }],
  ['lacks an array', { learnt: new Map() }],
])('judge: a run that %s has not survived', (_, changes) => {
  expect(judgeRun({ ...CALM, ...changes }, CALM)).toMatchObject({ type: 'lost' });
});
