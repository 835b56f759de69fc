import * as tf from '@tensorflow/tfjs-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { programDigest } from '../../../../src/core/program/program-digest.ts';
import type { StepProgram } from '../../../../src/core/program/step-program.ts';
import { validateProgram } from '../../../../src/core/program/validate-program.ts';
import { DispatchLimitError } from '../../../../src/engine/capture/dispatch-limit-error.ts';
import { Tracer, type TraceScope } from '../../../../src/engine/capture/tracer.ts';
import { DEFAULT_LIMITS } from '../../../../src/engine/device/default-limits.ts';

let tracer: Tracer;
beforeAll(async () => {
  tracer = await Tracer.create(DEFAULT_LIMITS);
});

const kernels = (program: StepProgram) =>
  program.commands.map((command) =>
    command.type === 'dispatch' ? program.shaders[command.shader]?.label : command.type,
  );

/** y = x · w, mean of y; gradient with respect to w. x [3, 4], w [4, 2]. */
function toyStep(scope: TraceScope): void {
  const x = scope.persistent('x', 'inputs', [3, 4], 'float32') as tf.Tensor2D;
  const w = scope.persistent('w', 'parameters', [4, 2], 'float32') as tf.Tensor2D;
  const { grads } = tf.valueAndGrads((value: tf.Tensor) => {
    const loss = tf.mean(tf.matMul(x, value as tf.Tensor2D)) as tf.Scalar;
    scope.beginBackward();
    return loss;
  })([w]);
  scope.beginAccumulate();
  for (const gradient of grads) tf.neg(gradient);
}

describe('tracer', () => {
  test('records a forward and a backward pass as a valid program, phases in order', () => {
    const program = tracer.trace(toyStep);
    validateProgram(program);
    const named = program.buffers.flatMap(({ role, sizeBytes, kind }) =>
      role.type === 'persistent' ? [{ name: role.name, sizeBytes, kind }] : [],
    );
    expect(named).toEqual([
      { name: 'x', sizeBytes: 48, kind: 'inputs' },
      { name: 'w', sizeBytes: 32, kind: 'parameters' },
    ]);
    const phases = program.commands.map(({ phase }) => phase);
    expect([...new Set(phases)]).toEqual(['forward', 'backward', 'accumulate']);
    expect(kernels(program)[0]).toBe('MatrixProduct');
  });

  test('every value has a buffer of its own: none is written by two dispatches', () => {
    const program = tracer.trace(toyStep);
    const written = program.commands.flatMap((command) =>
      command.type === 'dispatch'
        ? command.bindings.filter(({ access }) => access === 'write').map(({ buffer }) => buffer)
        : [],
    );
    expect(new Set(written).size).toBe(written.length);
  });

  test('two traces of one function are equal, and leave no tensor behind', () => {
    const first = tracer.trace(toyStep);
    const tensors = tf.memory().numTensors;
    const second = tracer.trace(toyStep);
    expect(second).toEqual(first);
    expect(tf.memory().numTensors).toBe(tensors);
  });

  test('a value drawn on the host while tracing shows in the digest', () => {
    const noisy = () =>
      tracer.trace((scope) => {
        tf.add(
          scope.persistent('x', 'inputs', [4], 'float32'),
          tf.tensor1d(Float32Array.from({ length: 4 }, Math.random)),
        );
      });
    expect(programDigest(noisy())).not.toBe(programDigest(noisy()));
  });

  test('a traced function cannot read values back', async () => {
    let pending: Promise<unknown> = Promise.resolve();
    tracer.trace((scope) => {
      const x = scope.persistent('x', 'inputs', [4], 'float32');
      expect(() => x.dataSync()).toThrow('cannot read values back');
      pending = x.data();
      pending.catch(() => {});
    });
    await expect(pending).rejects.toThrow('cannot read values back');
  });

  test('a function that throws leaves the tracer usable', () => {
    expect(() =>
      tracer.trace((scope) => {
        tf.neg(scope.persistent('x', 'inputs', [4], 'float32'));
        throw new Error('in the model');
      }),
    ).toThrow('in the model');
    expect(kernels(tracer.trace(toyStep)).length).toBeGreaterThan(0);
  });

  test.each([
    // 16 by 16 elements a workgroup.
    ['of two dimensions', 100_000 / 16, (x: tf.Tensor) => tf.transpose(x)],
    // 128 elements a workgroup, folded into three dimensions.
    ['of one dimension', Math.ceil(Math.cbrt((100_000 * 64) / 128)), (x: tf.Tensor) => tf.square(x)],
  ])('more workgroups than a dispatch may have, %s, are an error with both numbers', async (_, asked, run) => {
    const allowed = 32;
    const small = await Tracer.create({ ...DEFAULT_LIMITS, maxComputeWorkgroupsPerDimension: allowed });
    const rows = (count: number) => () =>
      small.trace((scope) => void run(scope.persistent('x', 'inputs', [count, 64], 'float32')));
    expect(rows(500)).not.toThrow();
    const error = caught(rows(100_000));
    tracer = await Tracer.create(DEFAULT_LIMITS);
    expect(error).toBeInstanceOf(DispatchLimitError);
    expect(error).toMatchObject({ asked, allowed });
  });
});

describe('gradients of reductions are made on the device', () => {
  test.each([
    ['mean', (x: tf.Tensor) => tf.mean(x)],
    ['sum', (x: tf.Tensor) => tf.sum(x)],
    ['mean over rows', (x: tf.Tensor) => tf.sum(tf.square(tf.mean(x, 1)))],
    ['sum over columns', (x: tf.Tensor) => tf.sum(tf.square(tf.sum(x, 0)))],
  ] as const)('%s: nothing as large as the input is uploaded', (_, reduce) => {
    const program = tracer.trace((scope) => {
      tf.grad((x: tf.Tensor) => reduce(x))(scope.persistent('x', 'inputs', [64, 128], 'float32'));
    });
    validateProgram(program);
    const uploaded = program.buffers.flatMap(({ role }) => (role.type === 'constant' ? [role.data.byteLength] : []));
    expect(Math.max(...uploaded)).toBeLessThan(256);
  });
});

function caught(body: () => void): unknown {
  try {
    body();
  } catch (error) {
    return error;
  }
  return undefined;
}
