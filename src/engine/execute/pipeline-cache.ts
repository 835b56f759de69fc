import type { ProgramShader } from '../../core/program/step-program.ts';

/** A kernel that this device refuses. */
export class KernelCompilationError extends Error {
  readonly kernel: string;
  constructor(kernel: string, cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
    this.name = 'KernelCompilationError';
    this.kernel = kernel;
  }
}

/** Compiled pipelines of one device by their WGSL: another micro-batch size mostly needs the same ones. */
export class PipelineCache {
  readonly #device: GPUDevice;
  readonly #pipelines = new Map<string, GPUComputePipeline>();

  constructor(device: GPUDevice) {
    this.#device = device;
  }

  get(shader: ProgramShader): GPUComputePipeline {
    const pipeline = this.#pipelines.get(keyOf(shader));
    if (!pipeline) throw new Error(`Kernel ${shader.label} is not compiled.`);
    return pipeline;
  }

  /**
   * Compiles what is missing, all at once. `onProgress` is called after each. Rejects with KernelCompilationError when
   * one does not compile.
   */
  async prepare(
    shaders: readonly ProgramShader[],
    onProgress: (done: number, total: number) => void = () => {},
  ): Promise<void> {
    const missing = new Map<string, ProgramShader>();
    for (const shader of shaders) {
      const key = keyOf(shader);
      if (!this.#pipelines.has(key)) missing.set(key, shader);
    }
    let done = 0;
    onProgress(done, missing.size);
    await Promise.all(
      [...missing].map(async ([key, shader]) => {
        const module = this.#device.createShaderModule({ code: shader.code, label: shader.label });
        const pipeline = await this.#device
          .createComputePipelineAsync({
            label: shader.label,
            layout: 'auto',
            compute: { module, entryPoint: shader.entryPoint },
          })
          .catch((error: unknown) => {
            throw new KernelCompilationError(shader.label, error);
          });
        this.#pipelines.set(key, pipeline);
        done += 1;
        onProgress(done, missing.size);
      }),
    );
  }
}

function keyOf(shader: ProgramShader): string {
  return `${shader.entryPoint}\n${shader.code}`;
}
