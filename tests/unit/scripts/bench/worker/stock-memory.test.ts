import * as tf from '@tensorflow/tfjs-core';
import { describe, expect, it } from 'vitest';
import { stockFashionMlp } from '../../../../../scripts/bench/worker/stock-fashion.ts';
import { stockMemory } from '../../../../../scripts/bench/worker/stock-memory.ts';
import { DEFAULT_LIMITS } from '../../../../../src/engine/device/default-limits.ts';

/** `npm run -s bench -- --only fashion --json`, row fashion-mlp/1000/allocated: tfjs 4.22 on SwiftShader's own device. */
const MEASURED_BYTES = 31_355_048;
/** Through which the measured step reads its loss. */
const READ_BACK_BYTES = 4;

const perceptronMemory = () =>
  stockMemory(
    {
      model: stockFashionMlp,
      optimizer: () => tf.train.adam(1e-3),
      inputShape: [1000, 28, 28, 1],
      classes: 10,
      steps: 3,
    },
    DEFAULT_LIMITS,
  );

describe('stockMemory', () => {
  it('is to the byte what was measured on a real device, and so many dispatches', async () => {
    const { allocatedBytes, dispatches, parameterBytes } = await perceptronMemory();
    expect(parameterBytes).toBe(4 * 235_146);
    expect(dispatches).toBe(128);
    expect(allocatedBytes).toBe(MEASURED_BYTES - READ_BACK_BYTES);
  });
});
