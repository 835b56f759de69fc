import * as tf from '@tensorflow/tfjs-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { Tracer } from '../../../../src/engine/capture/tracer.ts';
import { DEFAULT_LIMITS } from '../../../../src/engine/device/default-limits.ts';
import type { Model } from '../../../../src/engine/models/model.ts';
import { ProgramLibrary } from '../../../../src/engine/planning/program-library.ts';
import { WORKLOADS, type Workload } from '../../../../src/engine/workload.ts';

let library: ProgramLibrary;
beforeAll(async () => {
  library = new ProgramLibrary(await Tracer.create(DEFAULT_LIMITS));
});

const MLP = WORKLOADS['fashion-mlp'];

/** The MLP with `change` applied to its examples. */
function changed(change: (examples: tf.Tensor) => tf.Tensor): Workload {
  const model: Model = {
    ...MLP.model,
    forward: (parameters, examples, context) => MLP.model.forward(parameters, change(examples), context),
  };
  return { ...MLP, model };
}

describe('program library', () => {
  test('traces a size once, and again only for what changes the program', () => {
    const first = library.trainingSlice(MLP, 5, 0);
    expect(library.trainingSlice(MLP, 5, 0)).toBe(first);
    expect(library.trainingSlice(MLP, 6, 0)).not.toBe(first);
    expect(library.trainingSlice(MLP, 5, 0.5)).not.toBe(first);
    expect(library.evaluationSlice(MLP, 5)).not.toBe(first);
    expect(library.trainingSlice(WORKLOADS['fashion-convnet'], 5, 0)).not.toBe(first);
  });

  test('forgets the programs used least recently, so that it does not grow without end', () => {
    const first = library.trainingSlice(MLP, 1, 0);
    for (let size = 2; size <= 60; size += 1) library.evaluationSlice(MLP, size);
    expect(library.trainingSlice(MLP, 1, 0)).toBe(first);
    for (let size = 61; size <= 157; size += 1) library.evaluationSlice(MLP, size);
    expect(library.trainingSlice(MLP, 1, 0)).not.toBe(first);
  });

  test('accepts a model whose randomness comes from the step block alone', () => {
    expect(() => library.requirePure(MLP, 4, 0.5)).not.toThrow();
  });

  test('refuses a model that draws numbers on the host while it is traced', () => {
    const noisy = changed((examples) => tf.mul(examples, tf.scalar(Math.random())));
    const masked = changed((examples) => tf.mul(examples, tf.tensor1d(Float32Array.of(Math.random()))));
    for (const workload of [noisy, masked]) {
      const fresh = new ProgramLibrary(library.tracer);
      expect(() => fresh.requirePure(workload, 4, 0)).toThrow('upload different constants');
    }
  });
});
