import { expect, test } from 'vitest';
import { fuseAccumulations } from '../../../../../src/core/program/passes/fuse-accumulations.ts';
import type { ProgramBuffer, ProgramCommand, StepProgram } from '../../../../../src/core/program/step-program.ts';

const WRITER_CODE = `
@group(0) @binding(0) var<storage, read_write> result: array<f32>;
fn setOutputAtIndex(flatIndex : i32, value : f32) { result[flatIndex] = f32(value); }
fn setOutputAtIndexI32(flatIndex : i32, value : i32) { result[flatIndex] = f32(value); }`;

const transient = (id: number, sizeBytes = 16): ProgramBuffer => ({
  id,
  sizeBytes,
  kind: 'gradients',
  role: { type: 'transient' },
});

const ACCUMULATOR: ProgramBuffer = {
  id: 1,
  sizeBytes: 16,
  kind: 'accumulators',
  role: { type: 'persistent', name: 'accumulator/kernel' },
};

/** A gradient (buffer 0) made by one kernel and added to an accumulator (buffer 1). */
function gradientProgram(
  options: { label?: string; code?: string; extra?: readonly ProgramCommand[] } = {},
): StepProgram {
  const { label = 'MatMulPacked', code = WRITER_CODE, extra = [] } = options;
  return {
    buffers: [transient(0), ACCUMULATOR, transient(2)],
    shaders: [
      { label, code, entryPoint: '_start' },
      { label: 'Accumulate', code: 'accumulate', entryPoint: '_start' },
    ],
    commands: [
      {
        type: 'dispatch',
        shader: 0,
        bindings: [{ binding: 0, buffer: 0, access: 'write' }],
        workgroups: [1, 1, 1],
        phase: 'backward',
      },
      ...extra,
      {
        type: 'dispatch',
        shader: 1,
        bindings: [
          { binding: 0, buffer: 1, access: 'write' },
          { binding: 1, buffer: 0, access: 'read' },
        ],
        workgroups: [1, 1, 1],
        phase: 'accumulate',
      },
    ],
  };
}

test('fuseAccumulations: the kernel that makes a gradient adds it into the accumulator, one dispatch fewer', () => {
  const fused = fuseAccumulations(gradientProgram());
  expect(fused.commands).toHaveLength(1);
  const [command] = fused.commands;
  if (command?.type !== 'dispatch') throw new Error('expected a dispatch');
  expect(command.bindings).toEqual([{ binding: 0, buffer: 1, access: 'write' }]);
  const shader = fused.shaders[command.shader];
  expect(shader?.label).toBe('MatMulPacked +=');
  expect(shader?.code.match(/result\[flatIndex\] = result\[flatIndex\] \+ f32\(value\);/g)).toHaveLength(2);
});

test('fuseAccumulations: a kernel that writes four values at once adds them too', () => {
  const code = `
@group(0) @binding(0) var<storage, read_write> result: array<vec4<f32>>;
fn setOutputAtIndex(flatIndex : i32, value : vec4<f32>) { result[flatIndex] = vec4<f32>(value); }`;
  const { shaders } = fuseAccumulations(gradientProgram({ label: 'ConvFilterGradient', code }));
  expect(shaders.at(-1)?.label).toBe('ConvFilterGradient +=');
  expect(shaders.at(-1)?.code).toContain('{ result[flatIndex] = result[flatIndex] + vec4<f32>(value); }');
});

test('fuseAccumulations: a gradient that somebody else reads stays a value of its own', () => {
  const reader: ProgramCommand = { type: 'copy', source: 0, target: 2, sizeBytes: 16, phase: 'backward' };
  const program = gradientProgram({ extra: [reader] });
  expect(fuseAccumulations(program).commands).toEqual(program.commands);
});

test('fuseAccumulations: a kernel that is not known to write each element once is left alone', () => {
  const program = gradientProgram({ label: 'SomethingElse' });
  expect(fuseAccumulations(program).commands).toEqual(program.commands);
});

test('fuseAccumulations: a kernel that reads its own result is left alone', () => {
  const program = gradientProgram({ code: `${WRITER_CODE}\nfn peek() -> f32 { return result[0]; }` });
  expect(fuseAccumulations(program).commands).toEqual(program.commands);
});

test('fuseAccumulations: an accumulator touched between gradient and accumulation keeps their order', () => {
  const clear: ProgramCommand = { type: 'clear', target: 1, phase: 'backward' };
  const program = gradientProgram({ extra: [clear] });
  expect(fuseAccumulations(program).commands).toEqual(program.commands);
});
