import type { FakeBuffer } from '../device/fake-device.ts';
import { FakeDevice } from '../device/fake-device.ts';

interface BoundEntry {
  readonly resource: { readonly buffer: FakeBuffer };
}

/** A device that takes commands and does nothing: what it was asked to create, bind and dispatch can be looked at. */
export class ReplayingDevice extends FakeDevice {
  dispatches = 0;
  pipelines = 0;
  readonly bound = new Set<FakeBuffer>();
  /** Called before each submit. */
  onSubmit: () => void = () => {};
  readonly queue = {
    writeBuffer: () => {},
    submit: () => this.onSubmit(),
    onSubmittedWorkDone: async () => {},
  };

  createShaderModule(): object {
    return {};
  }

  async createComputePipelineAsync(): Promise<object> {
    this.pipelines += 1;
    return { getBindGroupLayout: () => ({}) };
  }

  createBindGroup({ entries }: { readonly entries: readonly BoundEntry[] }): object {
    for (const { resource } of entries) this.bound.add(resource.buffer);
    return {};
  }

  createCommandEncoder(): object {
    const pass = {
      setPipeline: () => {},
      setBindGroup: () => {},
      dispatchWorkgroups: () => {
        this.dispatches += 1;
      },
      end: () => {},
    };
    return { beginComputePass: () => pass, clearBuffer: () => {}, copyBufferToBuffer: () => {}, finish: () => ({}) };
  }
}
