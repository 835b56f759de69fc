import * as tf from '@tensorflow/tfjs-core';
import '@tensorflow/tfjs-core/dist/register_all_gradients';
import { WebGPUBackend, type WebGPUProgram } from '@tensorflow/tfjs-backend-webgpu';
import type { DataType, Tensor, TensorInfo } from '@tensorflow/tfjs-core';
import type { ByteKind } from '../../core/program/byte-kind.ts';
import type { DeviceLimits } from '../../core/program/plan-report.ts';
import type { StepProgram } from '../../core/program/step-program.ts';
import { registerDeviceGradients } from './device-gradients.ts';
import { registerDeviceKernels } from './device-kernels.ts';
import { DispatchLimitError } from './dispatch-limit-error.ts';
import { ProgramRecorder } from './program-recorder.ts';
import { RecordingDevice } from './recording-device.ts';

/** tfjs settings while tracing. Matrix products avoid the split-K kernel, which sums with float atomics. */
export const TRACING_FLAGS = {
  WEBGPU_CPU_FORWARD: false,
  WEBGPU_MATMUL_PROGRAM_TYPE: 3,
} as const;

/** tfjs's own backend on the recording device. It reads nothing back, and names a dispatch that no device could run. */
class TracingBackend extends WebGPUBackend {
  override runWebGPUProgram(
    program: WebGPUProgram,
    inputs: TensorInfo[],
    outputDtype: DataType,
    uniforms?: { type: string; data: number[] }[],
    output?: TensorInfo,
  ): TensorInfo {
    const allowed = this.device.limits.maxComputeWorkgroupsPerDimension;
    const [x, y, z] = program.dispatch;
    const { y: layoutY, z: layoutZ } = program.dispatchLayout;
    const canFold = layoutY === undefined && layoutZ === undefined;
    // tfjs folds one dimension into three equal ones at most.
    const asked = canFold ? Math.ceil(Math.cbrt(x)) : Math.max(x, y, z);
    if (asked > allowed) throw new DispatchLimitError(asked, allowed);
    return super.runWebGPUProgram(program, inputs, outputDtype, uniforms, output);
  }

  override readSync(): never {
    throw new Error('A traced step cannot read values back.');
  }

  override async read(): Promise<never> {
    throw new Error('A traced step cannot read values back.');
  }
}

/** What a traced function is given: named persistent tensors, and the moment the backward pass begins. */
export interface TraceScope {
  readonly backend: WebGPUBackend;
  /** A tensor whose buffer outlives the program. Size in bytes is 4 × elements. */
  persistent(name: string, kind: ByteKind, shape: readonly number[], dtype: 'float32' | 'int32'): Tensor;
  /** Commands recorded from here on belong to the forward pass, as those at the start do. */
  beginForward(): void;
  /** Commands recorded from here on belong to the backward pass. */
  beginBackward(): void;
  /** Does what makes activations again: their bytes count as such, their commands belong to the pass that they are in. */
  remake<T>(make: () => T): T;
  /** Commands recorded from here on add gradients into their accumulators. */
  beginAccumulate(): void;
}

/**
 * Records what tfjs does as StepPrograms. Owns tfjs's global `webgpu` backend: one tracer at a time per JavaScript
 * realm. tfjs never sees a real device.
 */
export class Tracer {
  readonly limits: DeviceLimits;
  readonly #device: RecordingDevice;
  readonly #backend: TracingBackend;

  private constructor(device: RecordingDevice, backend: TracingBackend) {
    this.#device = device;
    this.#backend = backend;
    this.limits = device.limits;
  }

  static async create(limits: DeviceLimits): Promise<Tracer> {
    const device = new RecordingDevice(limits);
    tf.env().setFlags({ ...TRACING_FLAGS });
    registerDeviceGradients();
    registerDeviceKernels();
    const backend = new TracingBackend(device.asGpuDevice());
    neverReuseBuffers(backend);
    if (tf.engine().registryFactory.webgpu) tf.removeBackend('webgpu');
    tf.registerBackend('webgpu', () => backend);
    await tf.setBackend('webgpu');
    return new Tracer(device, backend);
  }

  /**
   * Runs `body` once and returns what it did. Throws DispatchLimitError where a kernel needs more workgroups in one
   * dimension than the device has.
   */
  trace(body: (scope: TraceScope) => void): StepProgram {
    const recorder = new ProgramRecorder();
    this.#device.record(recorder, () => {
      try {
        tf.tidy(() => body(this.#scope(recorder)));
      } finally {
        this.#backend.endComputePassEncoder();
        this.#backend.ensureCommandEncoderReady();
        this.#backend.submitQueue();
      }
    });
    return recorder.finish();
  }

  #scope(recorder: ProgramRecorder): TraceScope {
    const usage = GPUBufferUsage.STORAGE | GPUBufferUsage.COPY_SRC | GPUBufferUsage.COPY_DST;
    return {
      backend: this.#backend,
      persistent: (name, kind, shape, dtype) => {
        const sizeBytes = 4 * tf.util.sizeFromShape([...shape]);
        const id = recorder.addPersistent(name, kind, sizeBytes);
        const info = this.#backend.makeTensorInfo([...shape], dtype);
        const data = this.#backend.tensorMap.get(info.dataId);
        data.resource = this.#device.standInBuffer(id, sizeBytes, usage);
        data.external = true;
        return tf.engine().makeTensorFromTensorInfo(info);
      },
      beginForward: () => {
        recorder.phase = 'forward';
      },
      beginBackward: () => {
        recorder.phase = 'backward';
      },
      beginAccumulate: () => {
        recorder.phase = 'accumulate';
      },
      remake: (make) => {
        const before = recorder.isRemaking;
        recorder.isRemaking = true;
        try {
          return make();
        } finally {
          recorder.isRemaking = before;
        }
      },
    };
  }
}

/** Replaces tfjs's buffer pool, so that every value of a trace has a buffer, and so a lifetime, of its own. */
function neverReuseBuffers(backend: WebGPUBackend): void {
  const pool = backend.bufferManager;
  pool.acquireBuffer = (size: number, usage: number, mappedAtCreation = false) =>
    backend.device.createBuffer({ size, usage, mappedAtCreation });
  pool.releaseBuffer = () => {};
}
