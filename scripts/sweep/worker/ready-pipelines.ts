/**
 * Modules and pipelines of one real device, by what they were made of. A pipeline asked for again is the same object: runs
 * that follow one another on the device need not compile the same kernels thousands of times.
 */
export class ReadyPipelines {
  readonly #device: GPUDevice;
  readonly #modules = new Map<string, GPUShaderModule>();
  readonly #pipelines = new Map<GPUShaderModule, Map<string, Promise<GPUComputePipeline>>>();

  constructor(device: GPUDevice) {
    this.#device = device;
  }

  module(descriptor: GPUShaderModuleDescriptor): GPUShaderModule {
    const module = this.#modules.get(descriptor.code) ?? this.#device.createShaderModule(descriptor);
    this.#modules.set(descriptor.code, module);
    return module;
  }

  /** By module and entry point; the layout is always `auto` here. */
  pipeline(descriptor: GPUComputePipelineDescriptor): Promise<GPUComputePipeline> {
    const { module, entryPoint = '' } = descriptor.compute;
    const known = this.#pipelines.get(module) ?? new Map<string, Promise<GPUComputePipeline>>();
    const pipeline = known.get(entryPoint) ?? this.#device.createComputePipelineAsync(descriptor);
    known.set(entryPoint, pipeline);
    this.#pipelines.set(module, known);
    return pipeline;
  }
}
