import type { BufferId, ProgramCommand, ProgramShader, StepProgram } from '../../src/core/program/step-program.ts';
import { validateProgram } from '../../src/core/program/validate-program.ts';

const USAGE = GPUBufferUsage.STORAGE | GPUBufferUsage.COPY_SRC | GPUBufferUsage.COPY_DST;

/**
 * Runs step programs in the plainest way there is: one GPU buffer for each program buffer, nothing shared but persistent
 * buffers by name, one pass for each command. A reference for the engine's executor, and the runner of kernel tests.
 * Owns its device. Everything fails on an error that the device reports.
 */
export class ProgramRunner {
  readonly #device: GPUDevice;
  readonly #persistent = new Map<string, GPUBuffer>();
  readonly #buffers = new Map<StepProgram, readonly GPUBuffer[]>();
  readonly #pipelines = new Map<ProgramShader, GPUComputePipeline>();
  /** By entry point and code: programs of one model share most kernels, and compiling is most of the time. */
  readonly #compiled = new Map<string, Promise<GPUComputePipeline>>();
  readonly #errors: string[] = [];

  private constructor(device: GPUDevice) {
    this.#device = device;
    device.addEventListener('uncapturederror', ({ error }) => this.#errors.push(error.message));
  }

  static async open(requiredLimits: Record<string, number> = {}): Promise<ProgramRunner> {
    const adapter = await navigator.gpu.requestAdapter();
    if (!adapter) throw new Error('This test needs a WebGPU adapter.');
    return new ProgramRunner(await adapter.requestDevice({ requiredLimits }));
  }

  /** Writes a persistent buffer; it exists once a program that names it was loaded. */
  write(name: string, values: Float32Array<ArrayBuffer> | Int32Array<ArrayBuffer> | Uint32Array<ArrayBuffer>): void {
    this.#device.queue.writeBuffer(this.#named(name), 0, values);
  }

  clear(name: string): void {
    const encoder = this.#device.createCommandEncoder();
    encoder.clearBuffer(this.#named(name));
    this.#device.queue.submit([encoder.finish()]);
  }

  /** Bytes of a persistent buffer after everything submitted so far. */
  async read(name: string): Promise<ArrayBuffer> {
    const source = this.#named(name);
    const readBack = this.#device.createBuffer({
      size: source.size,
      usage: GPUBufferUsage.MAP_READ | GPUBufferUsage.COPY_DST,
    });
    const encoder = this.#device.createCommandEncoder();
    encoder.copyBufferToBuffer(source, 0, readBack, 0, source.size);
    this.#device.queue.submit([encoder.finish()]);
    await readBack.mapAsync(GPUMapMode.READ);
    const bytes = readBack.getMappedRange().slice(0);
    readBack.destroy();
    this.#check();
    return bytes;
  }

  async readFloats(name: string): Promise<Float32Array<ArrayBuffer>> {
    return new Float32Array(await this.read(name));
  }

  /** Creates the buffers and pipelines of a program. */
  async load(program: StepProgram): Promise<void> {
    validateProgram(program);
    const buffers = program.buffers.map(({ sizeBytes, role }) => {
      if (role.type !== 'persistent') return this.#create(sizeBytes, role);
      const known = this.#persistent.get(role.name) ?? this.#create(sizeBytes, role);
      if (known.size !== sizeBytes) throw new Error(`${role.name} has ${known.size} and ${sizeBytes} bytes.`);
      this.#persistent.set(role.name, known);
      return known;
    });
    this.#buffers.set(program, buffers);
    await Promise.all(program.shaders.map((shader) => this.#compile(shader)));
    this.#check();
  }

  /** Runs a loaded program once and waits until the device is done. */
  async run(program: StepProgram): Promise<void> {
    const encoder = this.#device.createCommandEncoder();
    for (const command of program.commands) this.#encode(encoder, program, command);
    this.#device.queue.submit([encoder.finish()]);
    await this.#device.queue.onSubmittedWorkDone();
    this.#check();
  }

  /** Forgets all programs and destroys their buffers; what is compiled stays. */
  reset(): void {
    for (const buffer of new Set([...this.#buffers.values()].flat())) buffer.destroy();
    this.#buffers.clear();
    this.#persistent.clear();
  }

  destroy(): void {
    this.#device.destroy();
  }

  #create(sizeBytes: number, role: StepProgram['buffers'][number]['role']): GPUBuffer {
    const uniform = role.type === 'constant' && role.usage === 'uniform';
    const size = uniform ? Math.ceil(sizeBytes / 16) * 16 : sizeBytes;
    const usage = uniform ? GPUBufferUsage.UNIFORM | GPUBufferUsage.COPY_DST : USAGE;
    const buffer = this.#device.createBuffer({ size, usage });
    if (role.type === 'constant') this.#device.queue.writeBuffer(buffer, 0, role.data.slice());
    return buffer;
  }

  async #compile(shader: ProgramShader): Promise<void> {
    const { code, entryPoint } = shader;
    const key = `${entryPoint} ${code}`;
    const pipeline =
      this.#compiled.get(key) ??
      this.#device.createComputePipelineAsync({
        layout: 'auto',
        compute: { module: this.#device.createShaderModule({ code }), entryPoint },
      });
    this.#compiled.set(key, pipeline);
    this.#pipelines.set(shader, await pipeline);
  }

  #encode(encoder: GPUCommandEncoder, program: StepProgram, command: ProgramCommand): void {
    const buffer = (id: BufferId) => {
      const found = this.#buffers.get(program)?.[id];
      if (!found) throw new Error('Load the program first.');
      return found;
    };
    if (command.type === 'clear') {
      encoder.clearBuffer(buffer(command.target));
      return;
    }
    if (command.type === 'copy') {
      encoder.copyBufferToBuffer(buffer(command.source), 0, buffer(command.target), 0, command.sizeBytes);
      return;
    }
    const shader = program.shaders[command.shader];
    const pipeline = shader && this.#pipelines.get(shader);
    if (!pipeline) throw new Error('A command names a kernel that is not compiled.');
    const pass = encoder.beginComputePass();
    pass.setPipeline(pipeline);
    pass.setBindGroup(
      0,
      this.#device.createBindGroup({
        layout: pipeline.getBindGroupLayout(0),
        entries: command.bindings.map(({ binding, buffer: id }) => ({ binding, resource: { buffer: buffer(id) } })),
      }),
    );
    pass.dispatchWorkgroups(...command.workgroups);
    pass.end();
  }

  #named(name: string): GPUBuffer {
    const buffer = this.#persistent.get(name);
    if (!buffer) throw new Error(`No loaded program has a buffer "${name}".`);
    return buffer;
  }

  #check(): void {
    if (this.#errors.length > 0) throw new Error(`The device reports: ${this.#errors.join('; ')}`);
  }
}
