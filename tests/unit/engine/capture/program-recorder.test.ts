import { describe, expect, test } from 'vitest';
import { validateProgram } from '../../../../src/core/program/validate-program.ts';
import { bindingAccess, ProgramRecorder } from '../../../../src/engine/capture/program-recorder.ts';

const shader = (label: string) => ({
  label,
  code: `
    @group(0) @binding(0) var<storage, read_write> result: array<f32>;
    @group(0) @binding(1) var<storage, read> x: array<f32>;
    @group(0) @binding(2) var<uniform> uniforms: Uniforms;
    @compute @workgroup_size(1) fn main() {}`,
  entryPoint: 'main',
});

describe('binding access: read from how WGSL declares a variable', () => {
  test.each([
    ['@group(0) @binding(3) var<storage, read_write> a: array<f32>;', 3, 'write'],
    ['@binding(0) @group(0) var<storage, read> a: array<f32>;', 0, 'read'],
    ['@group(0) @binding(0) var<storage,read> a: array<f32>;', 0, 'read'],
    ['@group(0) @binding(12)\n  var< storage > a: array<f32>;', 12, 'read'],
    ['@group(0) @binding(12)\n  var<storage> a: array<f32>;', 12, 'read'],
    ['@group(0) @binding(1) var<storage , read_write > a: array<vec4<f32>>;', 1, 'write'],
    ['@group(0) @binding(1) var<uniform> uniforms: Uniforms;', 1, 'uniform'],
  ] as const)('%s', (declaration, binding, expected) => {
    expect(bindingAccess(declaration).get(binding)).toBe(expected);
  });

  test('variables without a binding are none', () => {
    expect(bindingAccess('var<private> a: u32; var<workgroup> b: array<f32, 4>;').size).toBe(0);
  });
});

describe('program recorder', () => {
  test('a buffer is what was done to it: named, written by the host, or neither', () => {
    const recorder = new ProgramRecorder();
    const named = recorder.addPersistent('parameter/w', 'parameters', 16);
    const uniform = recorder.addBuffer(16, true);
    const constant = recorder.addBuffer(8, false);
    const forward = recorder.addBuffer(16, false);
    recorder.phase = 'backward';
    const backward = recorder.addBuffer(16, false);
    recorder.writeHostData(uniform, 0, Uint8Array.of(1, 2, 3, 4));
    recorder.writeHostData(constant, 4, Uint8Array.of(9, 9));
    const { buffers } = recorder.finish();
    expect(buffers[named]).toMatchObject({ kind: 'parameters', role: { type: 'persistent', name: 'parameter/w' } });
    expect(buffers[uniform]).toMatchObject({ kind: 'other', role: { type: 'constant', usage: 'uniform' } });
    expect(buffers[constant]).toMatchObject({
      kind: 'other',
      role: { type: 'constant', usage: 'storage', data: Uint8Array.of(0, 0, 0, 0, 9, 9, 0, 0) },
    });
    expect(buffers[forward]).toMatchObject({ kind: 'activations', role: { type: 'transient' } });
    expect(buffers[backward]).toMatchObject({ kind: 'gradients', role: { type: 'transient' } });
  });

  test('a dispatch keeps kernel, buffers with their access, workgroups and phase', () => {
    const recorder = new ProgramRecorder();
    const [result, x] = [recorder.addBuffer(4, false), recorder.addPersistent('x', 'inputs', 4)];
    const scale = recorder.addBuffer(4, true);
    recorder.writeHostData(scale, 0, new Uint8Array(4));
    recorder.phase = 'backward';
    recorder.addDispatch(
      shader('Scale'),
      [
        { binding: 0, buffer: result },
        { binding: 1, buffer: x },
        { binding: 2, buffer: scale },
      ],
      [3, 2, 1],
    );
    const program = recorder.finish();
    validateProgram(program);
    expect(program.commands).toEqual([
      {
        type: 'dispatch',
        shader: 0,
        bindings: [
          { binding: 0, buffer: result, access: 'write' },
          { binding: 1, buffer: x, access: 'read' },
          { binding: 2, buffer: scale, access: 'uniform' },
        ],
        workgroups: [3, 2, 1],
        phase: 'backward',
      },
    ]);
  });

  test('one pipeline used twice is one kernel of the program', () => {
    const recorder = new ProgramRecorder();
    const [a, b] = [shader('A'), shader('B')];
    const result = { binding: 0, buffer: recorder.addBuffer(4, false) };
    for (const used of [a, b, a]) recorder.addDispatch(used, [result], [1, 1, 1]);
    const { shaders, commands } = recorder.finish();
    expect(shaders.map(({ label }) => label)).toEqual(['A', 'B']);
    expect(commands.map((command) => command.type === 'dispatch' && command.shader)).toEqual([0, 1, 0]);
  });

  test('copies and clears stand where they were made', () => {
    const recorder = new ProgramRecorder();
    const [source, target] = [recorder.addBuffer(8, false), recorder.addBuffer(8, false)];
    recorder.addClear(source);
    recorder.phase = 'accumulate';
    recorder.addCopy(source, target, 8);
    expect(recorder.finish().commands).toEqual([
      { type: 'clear', target: source, phase: 'forward' },
      { type: 'copy', source, target, sizeBytes: 8, phase: 'accumulate' },
    ]);
  });

  test('a binding that the kernel does not declare, or a buffer of another trace, is refused', () => {
    const recorder = new ProgramRecorder();
    const buffer = recorder.addBuffer(4, false);
    expect(() => recorder.addDispatch(shader('Scale'), [{ binding: 7, buffer }], [1, 1, 1])).toThrow(
      'Kernel Scale declares no binding 7.',
    );
    expect(() => recorder.writeHostData(99, 0, new Uint8Array(4))).toThrow('Buffer 99 was not recorded');
  });
});
