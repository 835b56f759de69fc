import type { DeviceLimits } from '../../core/program/plan-report.ts';
import type { BufferId, ProgramShader } from '../../core/program/step-program.ts';
import type { ProgramRecorder, RecordedBinding } from './program-recorder.ts';
import { installWebGpuGlobals } from './webgpu-globals.ts';

/** A stand-in buffer: an id in the current recording, and host memory while it is mapped. */
interface RecordedBuffer extends GPUBuffer {
  readonly recordedId: BufferId;
}

interface RecordedPipeline extends GPUComputePipeline {
  readonly recordedShader: ProgramShader;
}

interface RecordedBindGroup extends GPUBindGroup {
  readonly recordedBindings: readonly RecordedBinding[];
}

/**
 * The part of `GPUDevice` that tfjs's WebGPU backend uses, recording into a ProgramRecorder instead of computing.
 *
 * It is long-lived: tfjs's cache of pipelines (generated WGSL) stays useful from trace to trace, while each trace
 * brings its own recorder. Outside a trace every call throws.
 */
export class RecordingDevice {
  readonly limits: DeviceLimits;
  readonly features: ReadonlySet<string> = new Set();
  readonly label = 'recording device';
  /** Never settles: a recording cannot be lost. */
  readonly lost = new Promise<never>(() => {});
  readonly queue: RecordingQueue;
  #recorder: ProgramRecorder | undefined;

  constructor(limits: DeviceLimits) {
    installWebGpuGlobals();
    this.limits = limits;
    this.queue = new RecordingQueue(this);
  }

  /** The view tfjs's types ask for. Members that are missing here are not used by tfjs; calling one is a TypeError. */
  asGpuDevice(): GPUDevice {
    return this as unknown as GPUDevice;
  }

  get recorder(): ProgramRecorder {
    if (!this.#recorder) throw new Error('tfjs ran an operation outside a trace.');
    return this.#recorder;
  }

  /** Runs `body` with all commands going into `recorder`. */
  record<T>(recorder: ProgramRecorder, body: () => T): T {
    if (this.#recorder) throw new Error('A trace is already running.');
    this.#recorder = recorder;
    try {
      return body();
    } finally {
      this.#recorder = undefined;
    }
  }

  createBuffer(descriptor: GPUBufferDescriptor): GPUBuffer {
    const id = this.recorder.addBuffer(descriptor.size, (descriptor.usage & GPUBufferUsage.UNIFORM) !== 0);
    return this.standInBuffer(id, descriptor.size, descriptor.usage, descriptor.mappedAtCreation === true);
  }

  /** A `GPUBuffer` for a recorded id; tfjs tests `instanceof GPUBuffer`, hence the prototype. */
  standInBuffer(id: BufferId, sizeBytes: number, usage: number, mapped = false): GPUBuffer {
    const recorder = this.recorder;
    const memory = mapped ? new ArrayBuffer(sizeBytes) : undefined;
    const own = {
      recordedId: id,
      size: sizeBytes,
      usage,
      mapState: mapped ? 'mapped' : 'unmapped',
      getMappedRange: () => memory,
      unmap: () => {
        if (memory) recorder.writeHostData(id, 0, new Uint8Array(memory));
      },
      destroy: () => {},
    };
    return Object.create(GPUBuffer.prototype, Object.getOwnPropertyDescriptors(own)) as GPUBuffer;
  }

  createShaderModule(descriptor: GPUShaderModuleDescriptor): GPUShaderModule {
    return { recordedCode: descriptor.code } as unknown as GPUShaderModule;
  }

  createComputePipeline(descriptor: GPUComputePipelineDescriptor): GPUComputePipeline {
    const { module, entryPoint } = descriptor.compute;
    const recordedShader: ProgramShader = {
      label: kernelName(descriptor.label),
      code: (module as unknown as { recordedCode: string }).recordedCode,
      entryPoint: entryPoint ?? 'main',
    };
    return { recordedShader, getBindGroupLayout: () => ({}) } as unknown as RecordedPipeline;
  }

  createBindGroup(descriptor: GPUBindGroupDescriptor): GPUBindGroup {
    const recordedBindings: RecordedBinding[] = [];
    for (const entry of descriptor.entries) {
      const resource = entry.resource;
      if (!('buffer' in resource)) throw new Error('Only buffers can be recorded.');
      if (resource.offset) throw new Error('A binding with an offset cannot be recorded.');
      recordedBindings.push({ binding: entry.binding, buffer: recordedId(resource.buffer) });
    }
    return { recordedBindings } as unknown as RecordedBindGroup;
  }

  createCommandEncoder(): GPUCommandEncoder {
    return {
      beginComputePass: () => this.#computePass(),
      copyBufferToBuffer: (source: GPUBuffer, from: number, target: GPUBuffer, to: number, sizeBytes: number) => {
        if (from !== 0 || to !== 0) throw new Error('A copy with an offset cannot be recorded.');
        this.recorder.addCopy(recordedId(source), recordedId(target), sizeBytes);
      },
      clearBuffer: (target: GPUBuffer) => this.recorder.addClear(recordedId(target)),
      finish: () => ({}),
    } as unknown as GPUCommandEncoder;
  }

  #computePass(): GPUComputePassEncoder {
    let shader: ProgramShader | undefined;
    let bindings: readonly RecordedBinding[] = [];
    return {
      setPipeline: (pipeline: RecordedPipeline) => {
        shader = pipeline.recordedShader;
      },
      setBindGroup: (_group: number, bindGroup: RecordedBindGroup) => {
        bindings = bindGroup.recordedBindings;
      },
      dispatchWorkgroups: (x: number, y = 1, z = 1) => {
        if (!shader) throw new Error('A dispatch without a pipeline cannot be recorded.');
        this.recorder.addDispatch(shader, bindings, [x, y, z]);
      },
      end: () => {},
    } as unknown as GPUComputePassEncoder;
  }
}

/** The queue of a recording device: submits are no events, host writes become constants. */
class RecordingQueue {
  readonly #device: RecordingDevice;
  constructor(device: RecordingDevice) {
    this.#device = device;
  }
  submit(): void {}
  writeBuffer(
    buffer: GPUBuffer,
    offset: number,
    data: ArrayBuffer,
    dataOffset = 0,
    sizeBytes = data.byteLength - dataOffset,
  ): void {
    const bytes = new Uint8Array(data.slice(dataOffset, dataOffset + sizeBytes));
    this.#device.recorder.writeHostData(recordedId(buffer), offset, bytes);
  }
}

function recordedId(buffer: GPUBuffer): BufferId {
  return (buffer as RecordedBuffer).recordedId;
}

/** "MatMulPackedProgram" → "MatMulPacked": names people meet in the picture of a slice. */
function kernelName(label: string | undefined): string {
  return (label ?? 'kernel').replace(/Program(\d*)$/, '$1');
}
