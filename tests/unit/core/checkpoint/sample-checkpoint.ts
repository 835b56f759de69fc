import type { Checkpoint } from '../../../../src/core/checkpoint/checkpoint.ts';
import type { CheckpointExpectation } from '../../../../src/core/checkpoint/decode-checkpoint.ts';
import { defaultConfig } from '../../../../src/core/config/default-config.ts';

/** A model of two parameters with batch normalisation over three channels, under Adam. */
export const EXPECTATION: CheckpointExpectation = {
  parameters: [
    { name: 'dense/kernel', shape: [2, 3] },
    { name: 'dense/bias', shape: [3] },
  ],
  slots: ['first-moment', 'second-moment'],
  statisticsChannels: 3,
  data: { id: 'fashion-mnist', trainExamples: 60_000, testExamples: 10_000 },
};

/** Whose numbers all differ, in each array and with `salt`. */
export function sampleCheckpoint(salt = 0, rows = 5): Checkpoint {
  let next = salt;
  const floats = (length: number) => Float32Array.from({ length }, () => Math.sin(next++));
  const doubles = (length: number) => Float64Array.from({ length }, () => Math.cos(next++));
  const byParameter = () =>
    new Map([
      ['dense/kernel', floats(6)],
      ['dense/bias', floats(3)],
    ]);
  return {
    config: { ...defaultConfig('fashion-mlp'), seed: salt },
    data: EXPECTATION.data,
    updates: 2 * rows,
    skippedInARow: 1,
    createdAtMs: 1_800_000_000_000,
    parameters: byParameter(),
    slots: new Map([
      ['first-moment', byParameter()],
      ['second-moment', byParameter()],
    ]),
    updateState: Int32Array.of(9, 0x3f1fa3d2, -5, 0),
    runningStatistics: floats(6),
    history: {
      updates: {
        columns: new Map([
          ['update', doubles(rows)],
          ['loss', doubles(rows).fill(Number.NaN, 0, 1)],
        ]),
        rowsAppended: 2 * rows,
        stride: 2,
      },
      evaluations: { columns: new Map([['testLoss', doubles(1)]]), rowsAppended: 1, stride: 1 },
    },
  };
}
