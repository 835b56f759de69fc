import { afterAll, beforeAll, expect, test } from 'vitest';
import type { FaultKind, FaultWay } from '../../../scripts/sweep/faults.ts';
import { FaultScript } from '../../../scripts/sweep/worker/fault-script.ts';
import { faultyDevice } from '../../../scripts/sweep/worker/faulty-device.ts';
import type { LosableDevice } from '../../../scripts/sweep/worker/losable-device.ts';
import { openRealDevice, type RealDevice } from '../../../scripts/sweep/worker/real-device.ts';

let real: RealDevice;
beforeAll(async () => {
  real = await openRealDevice();
});
afterAll(() => real.device.destroy());

const opened: LosableDevice[] = [];
afterAll(() => {
  for (const device of opened) device.close();
});

/** A device of which the first request of a kind fails. */
function faulty(kind: FaultKind, way: FaultWay): GPUDevice {
  const device = faultyDevice(real, new FaultScript({ kind, way, nth: 1 }));
  opened.push(device);
  return device.device;
}

const MAPPABLE = () => ({ size: 16, usage: GPUBufferUsage.MAP_READ | GPUBufferUsage.COPY_DST });
const SHADER = '@compute @workgroup_size(1) fn main() {}';

/** What an error scope of each kind catches of `body`. */
async function caught(device: GPUDevice, body: () => void): Promise<(string | undefined)[]> {
  device.pushErrorScope('validation');
  device.pushErrorScope('out-of-memory');
  body();
  const errors = await Promise.all([device.popErrorScope(), device.popErrorScope()]);
  return errors.map((error) => error?.constructor.name);
}

test('a buffer that is refused is an error of its kind in its scope, and is invalid; the next one is not', async () => {
  const full = faulty('allocation', 'out-of-memory');
  let buffer: GPUBuffer | undefined;
  expect(
    await caught(full, () => {
      buffer = full.createBuffer(MAPPABLE());
    }),
  ).toEqual(['GPUOutOfMemoryError', undefined]);
  const use = () => full.queue.writeBuffer(buffer ?? full.createBuffer(MAPPABLE()), 0, new Float32Array(4));
  expect(await caught(full, use)).toEqual([undefined, 'GPUValidationError']);
  expect(await caught(full, () => full.createBuffer(MAPPABLE()))).toEqual([undefined, undefined]);

  const strict = faulty('allocation', 'validation');
  expect(await caught(strict, () => strict.createBuffer(MAPPABLE()))).toEqual([undefined, 'GPUValidationError']);
});

test('of a submit that is refused nothing runs', async () => {
  const device = faulty('submit', 'out-of-memory');
  const target = device.createBuffer({ size: 16, usage: GPUBufferUsage.COPY_SRC | GPUBufferUsage.COPY_DST });
  device.queue.writeBuffer(target, 0, Float32Array.of(1, 2, 3, 4));
  const clear = () => {
    const encoder = device.createCommandEncoder();
    encoder.clearBuffer(target);
    device.queue.submit([encoder.finish()]);
  };
  const read = async () => {
    const copy = device.createBuffer(MAPPABLE());
    const encoder = device.createCommandEncoder();
    encoder.copyBufferToBuffer(target, 0, copy, 0, 16);
    device.queue.submit([encoder.finish()]);
    await copy.mapAsync(GPUMapMode.READ);
    return [...new Float32Array(copy.getMappedRange())];
  };
  expect(await caught(device, clear)).toEqual(['GPUOutOfMemoryError', undefined]);
  expect(await read()).toEqual([1, 2, 3, 4]);
  expect(await caught(device, clear)).toEqual([undefined, undefined]);
  expect(await read()).toEqual([0, 0, 0, 0]);
});

test('pipelines and mappings that are refused reject, and a mapping is an error that somebody has to catch', async () => {
  const device = faulty('pipeline', 'validation');
  const module = device.createShaderModule({ code: SHADER });
  const make = () => device.createComputePipelineAsync({ layout: 'auto', compute: { module, entryPoint: 'main' } });
  await expect(make()).rejects.toMatchObject({ name: 'GPUPipelineError', reason: 'validation' });
  expect(await make()).toBeInstanceOf(GPUComputePipeline);

  const slow = faulty('read-back', 'out-of-memory');
  const uncaptured: GPUError[] = [];
  slow.addEventListener('uncapturederror', ({ error }) => uncaptured.push(error));
  const buffer = slow.createBuffer(MAPPABLE());
  await expect(buffer.mapAsync(GPUMapMode.READ)).rejects.toMatchObject({ name: 'OperationError' });
  expect(uncaptured.map((error) => error.constructor.name)).toEqual(['GPUOutOfMemoryError']);
  expect(real.uncaptured.splice(0)).toEqual(['No room']);
  await buffer.mapAsync(GPUMapMode.READ);
});

test('a device that is lost on purpose behaves as one that is destroyed', async () => {
  const lost = faulty('allocation', 'device-loss');
  const other = await openRealDevice();
  for (const device of [lost, other.device]) {
    const mapped = device === lost ? undefined : device.createBuffer(MAPPABLE()).mapAsync(GPUMapMode.READ);
    if (device === lost) device.createBuffer(MAPPABLE());
    else device.destroy();
    await mapped?.catch(({ name }) => expect(name).toBe('AbortError'));
    await device.lost;
    device.pushErrorScope('validation');
    device.createBuffer({ size: 16, usage: 0 });
    expect(await device.popErrorScope()).toBeNull();
    await device.queue.onSubmittedWorkDone();
    const late = device.createBuffer(MAPPABLE()).mapAsync(GPUMapMode.READ);
    await expect(late).rejects.toMatchObject({ name: 'AbortError' });
    const module = device.createShaderModule({ code: SHADER });
    const pipeline = device.createComputePipelineAsync({ layout: 'auto', compute: { module, entryPoint: 'main' } });
    expect(await pipeline).toBeInstanceOf(GPUComputePipeline);
  }
});
