import { expect, test } from 'vitest';
import { runInPlace } from '../../../../../src/core/program/passes/run-in-place.ts';
import type { DispatchCommand, ProgramBuffer, StepProgram } from '../../../../../src/core/program/step-program.ts';

const CODE = `
@group(0) @binding(0) var<storage, read_write> result: array<f32>;
@group(0) @binding(1) var<storage, read> dy: array<f32>;
@group(0) @binding(2) var<storage, read> y: array<f32>;
fn main(index: i32) { result[index] = select(0.0, dy[index], y[index] > 0.0); }`;

const buffer = (id: number, sizeBytes = 16): ProgramBuffer => ({
  id,
  sizeBytes,
  kind: 'gradients',
  role: { type: 'transient' },
});

function dispatch(shader: number, writes: number, ...reads: number[]): DispatchCommand {
  return {
    type: 'dispatch',
    shader,
    bindings: [
      { binding: 0, buffer: writes, access: 'write' },
      ...reads.map((id, i) => ({ binding: i + 1, buffer: id, access: 'read' as const })),
    ],
    workgroups: [1, 1, 1],
    phase: 'backward',
  };
}

/** dy (0) and y (1) are made, the gradient (2) comes from both, then `after`. */
function program(after: readonly DispatchCommand[], label = 'ReluGradient', sizeBytes = 16): StepProgram {
  return {
    buffers: [buffer(0), buffer(1), buffer(2, sizeBytes), buffer(3)],
    shaders: [
      { label: 'Make', code: 'make', entryPoint: '_start' },
      { label, code: CODE, entryPoint: '_start' },
    ],
    commands: [dispatch(0, 0), dispatch(0, 1), dispatch(1, 2, 0, 1), ...after],
  };
}

test('runInPlace: the kernel reads and writes the input that nobody needs afterwards, and later commands follow', () => {
  const { commands, shaders } = runInPlace(program([dispatch(0, 3, 2)]));
  const [, , gradient, next] = commands;
  if (gradient?.type !== 'dispatch' || next?.type !== 'dispatch') throw new Error('expected dispatches');
  expect(gradient.bindings).toEqual([
    { binding: 0, buffer: 0, access: 'write' },
    { binding: 2, buffer: 1, access: 'read' },
  ]);
  expect(next.bindings[1]).toEqual({ binding: 1, buffer: 0, access: 'read' });
  const code = shaders[gradient.shader]?.code ?? '';
  expect(code).not.toContain('dy');
  expect(code).toContain('result[index] = select(0.0, result[index], y[index] > 0.0);');
});

test.each([
  ['an input that is read later', program([dispatch(0, 3, 0)])],
  ['a kernel that is not known to be elementwise', program([], 'MatMulPacked')],
  ['a result of another size', program([], 'ReluGradient', 32)],
])('runInPlace: leaves alone %s', (_, unchanged) => {
  expect(runInPlace(unchanged).commands).toEqual(unchanged.commands);
});

test('runInPlace: an input bound twice in the dispatch is left alone', () => {
  const twice = { ...program([]), commands: [dispatch(0, 0), dispatch(1, 2, 0, 0)] };
  expect(runInPlace(twice).commands).toEqual(twice.commands);
});

test('runInPlace: in a chain of two, both write the first buffer', () => {
  const chained = program([dispatch(1, 3, 2, 1)]);
  const { commands } = runInPlace(chained);
  const written = commands.map((command) => command.type === 'dispatch' && command.bindings[0]?.buffer);
  expect(written).toEqual([0, 1, 0, 0]);
});
