import { beforeEach, describe, expect, test } from 'vitest';
import { ProgramRecorder } from '../../../../src/engine/capture/program-recorder.ts';
import { RecordingDevice } from '../../../../src/engine/capture/recording-device.ts';
import { deviceLimits } from '../../core/program/device-limits.ts';

const CODE = `
  @group(0) @binding(0) var<storage, read_write> result: array<f32>;
  @group(0) @binding(1) var<storage, read> x: array<f32>;
  @compute @workgroup_size(1) fn main() {}`;

let device: RecordingDevice;
let recorder: ProgramRecorder;
beforeEach(() => {
  device = new RecordingDevice(deviceLimits());
  recorder = new ProgramRecorder();
});

const storage = (size: number) => device.createBuffer({ size, usage: GPUBufferUsage.STORAGE });

describe('recording device: what WebGPU calls become', () => {
  test('a buffer mapped at creation becomes a constant with what was written into it', () => {
    device.record(recorder, () => {
      const buffer = device.createBuffer({ size: 8, usage: GPUBufferUsage.STORAGE, mappedAtCreation: true });
      new Float32Array(buffer.getMappedRange()).set([1.5, -2]);
      buffer.unmap();
    });
    const [{ role } = { role: undefined }] = recorder.finish().buffers;
    expect(role?.type === 'constant' && new Float32Array(role.data.buffer)).toEqual(Float32Array.of(1.5, -2));
  });

  test('a buffer written through the queue becomes a constant, with offsets as WebGPU defines them', () => {
    const data = Uint8Array.of(0, 1, 2, 3, 4, 5, 6, 7).buffer;
    device.record(recorder, () => {
      const buffer = device.createBuffer({ size: 8, usage: GPUBufferUsage.UNIFORM | GPUBufferUsage.COPY_DST });
      device.queue.writeBuffer(buffer, 4, data, 2, 4);
    });
    expect(recorder.finish().buffers[0]?.role).toEqual({
      type: 'constant',
      usage: 'uniform',
      data: Uint8Array.of(0, 0, 0, 0, 2, 3, 4, 5),
    });
  });

  test('a compute pass becomes dispatches with the pipeline and bind group set before each', () => {
    device.record(recorder, () => {
      const [a, b, c] = [storage(4), storage(4), storage(4)];
      const pipeline = (label: string) =>
        device.createComputePipeline({
          label,
          layout: 'auto',
          compute: { module: device.createShaderModule({ code: CODE }), entryPoint: 'main' },
        });
      const group = (result: GPUBuffer, x: GPUBuffer) =>
        device.createBindGroup({
          layout: pipeline('any').getBindGroupLayout(0),
          entries: [
            { binding: 0, resource: { buffer: result } },
            { binding: 1, resource: { buffer: x } },
          ],
        });
      const pass = device.createCommandEncoder().beginComputePass();
      pass.setPipeline(pipeline('MatMulPackedProgram'));
      pass.setBindGroup(0, group(b, a));
      pass.dispatchWorkgroups(7);
      pass.setPipeline(pipeline('Conv2DProgram2'));
      pass.setBindGroup(0, group(c, b));
      pass.dispatchWorkgroups(1, 2, 3);
      pass.end();
    });
    const { shaders, commands } = recorder.finish();
    expect(shaders.map(({ label }) => label)).toEqual(['MatMulPacked', 'Conv2D2']);
    expect(commands).toMatchObject([
      { shader: 0, workgroups: [7, 1, 1], bindings: [{ buffer: 1 }, { buffer: 0 }] },
      { shader: 1, workgroups: [1, 2, 3], bindings: [{ buffer: 2 }, { buffer: 1 }] },
    ]);
  });

  test('whole copies and clears are recorded', () => {
    device.record(recorder, () => {
      const [a, b] = [storage(8), storage(8)];
      const encoder = device.createCommandEncoder();
      encoder.clearBuffer(a);
      encoder.copyBufferToBuffer(a, 0, b, 0, 8);
      device.queue.submit();
    });
    expect(recorder.finish().commands).toMatchObject([
      { type: 'clear', target: 0 },
      { type: 'copy', source: 0, target: 1, sizeBytes: 8 },
    ]);
  });

  test('stand-in buffers pass for GPUBuffer', () => {
    device.record(recorder, () => {
      expect(storage(12)).toBeInstanceOf(GPUBuffer);
      expect(storage(12)).toMatchObject({ size: 12, usage: GPUBufferUsage.STORAGE, mapState: 'unmapped' });
    });
  });
});

describe('recording device: refuses what it would record wrongly', () => {
  test('copies with an offset', () => {
    device.record(recorder, () => {
      const [a, b] = [storage(8), storage(8)];
      expect(() => device.createCommandEncoder().copyBufferToBuffer(a, 4, b, 0, 4)).toThrow('A copy with an offset');
    });
  });

  test('bindings with an offset, or of anything but a buffer', () => {
    device.record(recorder, () => {
      const layout = {} as GPUBindGroupLayout;
      const bind = (resource: GPUBindingResource) => () =>
        device.createBindGroup({ layout, entries: [{ binding: 0, resource }] });
      expect(bind({ buffer: storage(512), offset: 256 })).toThrow('A binding with an offset');
      expect(bind({} as GPUSampler)).toThrow('Only buffers');
    });
  });

  test('anything outside a trace, and a trace within a trace', () => {
    expect(() => storage(4)).toThrow('outside a trace');
    device.record(recorder, () => {
      expect(() => device.record(new ProgramRecorder(), () => {})).toThrow('A trace is already running.');
    });
  });

  test('a trace that throws ends; the next one records into its own recorder', () => {
    expect(() =>
      device.record(recorder, () => {
        throw new Error('body');
      }),
    ).toThrow('body');
    const next = new ProgramRecorder();
    device.record(next, () => storage(4));
    expect(next.finish().buffers).toHaveLength(1);
    expect(recorder.finish().buffers).toHaveLength(0);
  });
});
