import type { MemoryPlan } from '../../core/program/memory-plan.ts';
import type { BufferId, ProgramCommand, StepProgram } from '../../core/program/step-program.ts';
import type { BufferSource } from '../device/device-memory.ts';
import { type ScopeOutcome, withErrorScopes } from '../device/error-scope.ts';
import { KeptBuffers } from './kept-buffers.ts';
import { KernelCompilationError, type PipelineCache } from './pipeline-cache.ts';

export type CompileResult =
  | { readonly type: 'compiled'; readonly executable: Executable }
  | Exclude<ScopeOutcome, { readonly type: 'ok' }>
  | { readonly type: 'shader-compilation'; readonly kernel: string; readonly detail: string };

const STORAGE_USAGE = () => GPUBufferUsage.STORAGE | GPUBufferUsage.COPY_SRC | GPUBufferUsage.COPY_DST;

/** Where a value lies on the device. */
interface Place {
  readonly buffer: GPUBuffer;
  readonly offset: number;
  readonly size: number;
}

/** A command with everything that can be looked up before it runs. */
type ReadyCommand =
  | {
      readonly type: 'dispatch';
      readonly pipeline: GPUComputePipeline;
      readonly bindGroup: GPUBindGroup;
      readonly workgroups: readonly [number, number, number];
    }
  | { readonly type: 'copy'; readonly source: Place; readonly target: Place; readonly sizeBytes: number }
  | { readonly type: 'clear'; readonly target: Place; readonly sizeBytes: number };

/**
 * A memory plan made real: its buffers, pipelines and bind groups on one device. Owns the buffers; `destroy` gives
 * every byte back. Replaying a program allocates nothing, so it cannot run out of memory.
 */
export class Executable {
  readonly plan: MemoryPlan;
  readonly #memory: BufferSource;
  readonly #arena: readonly GPUBuffer[];
  readonly #named: ReadonlyMap<string, GPUBuffer>;
  readonly #constants: { readonly storage: GPUBuffer | undefined; readonly uniform: GPUBuffer | undefined };
  readonly #programs: ReadyCommand[][] = [];

  private constructor(memory: BufferSource, plan: MemoryPlan, kept: KeptBuffers | undefined) {
    this.plan = plan;
    this.#memory = memory;
    const usage = STORAGE_USAGE();
    this.#arena = plan.arena.map((sizeBytes, i) => memory.create(`arena ${i}`, sizeBytes, usage));
    const named = new Map<string, GPUBuffer>();
    const adopt = (name: string, sizeBytes: number, usedAs: number) =>
      named.set(name, kept?.get(name) ?? memory.create(name, sizeBytes, usedAs));
    for (const { name, sizeBytes } of plan.persistent) adopt(name, sizeBytes, usage);
    const readBack = GPUBufferUsage.MAP_READ | GPUBufferUsage.COPY_DST;
    for (const { name, sizeBytes } of plan.extras) adopt(name, sizeBytes, readBack);
    this.#named = named;
    this.#constants = {
      storage: this.#upload('constants', plan.storageConstants, usage),
      uniform: this.#upload('uniforms', plan.uniformConstants, GPUBufferUsage.UNIFORM | GPUBufferUsage.COPY_DST),
    };
  }

  /**
   * Creates everything inside error scopes. Anything but `compiled` leaves no buffer behind.
   * `onProgress` counts compiled pipelines.
   *
   * `kept` are buffers of a run's plan before this one: those that fit are taken over with what is in them, the others are
   * destroyed before anything is created. Where this fails, what fits stays in `kept`.
   */
  static async compile(
    memory: BufferSource,
    pipelines: PipelineCache,
    plan: MemoryPlan,
    onProgress?: (done: number, total: number) => void,
    kept?: KeptBuffers,
  ): Promise<CompileResult> {
    const { device } = memory;
    kept?.trimTo(plan);
    const buffers = await withErrorScopes(device, () => new Executable(memory, plan, kept));
    const executable = buffers.value;
    const abandon = <R extends CompileResult>(result: R): R => {
      executable.#destroyAllBut(kept);
      return result;
    };
    if (buffers.outcome.type !== 'ok') return abandon(buffers.outcome);
    try {
      const bound = await withErrorScopes(device, async () => {
        await pipelines.prepare(
          plan.programs.flatMap(({ shaders }) => shaders),
          onProgress,
        );
        executable.#bind(pipelines);
      });
      if (bound.outcome.type !== 'ok') return abandon(bound.outcome);
    } catch (error) {
      if (error instanceof KernelCompilationError) {
        return abandon({ type: 'shader-compilation', kernel: error.kernel, detail: error.message });
      }
      executable.#destroyAllBut(kept);
      throw error;
    }
    kept?.handOver();
    return { type: 'compiled', executable };
  }

  get bytes(): number {
    return this.plan.peakBytes;
  }

  /** Number of commands of a program of the plan. */
  commandCount(program: number): number {
    return this.#program(program).length;
  }

  /** The buffer of a persistent or extra value of the plan. */
  buffer(name: string): GPUBuffer {
    const buffer = this.#named.get(name);
    if (!buffer) throw new Error(`The plan has no buffer "${name}".`);
    return buffer;
  }

  /** The buffers that sum up over the slices of an update: gradients, and statistics of the batch. */
  get accumulators(): readonly GPUBuffer[] {
    return this.plan.persistent.filter(({ kind }) => kind === 'accumulators').map(({ name }) => this.buffer(name));
  }

  /** Encodes commands `from` (inclusive) to `to` (exclusive) of a program. */
  encode(encoder: GPUCommandEncoder, program: number, from = 0, to = this.commandCount(program)): void {
    const commands = this.#program(program);
    let pass: GPUComputePassEncoder | undefined;
    for (let i = from; i < to; i += 1) {
      const command = commands[i];
      if (!command) throw new Error(`Program ${program} has no command ${i}.`);
      if (command.type === 'dispatch') {
        pass ??= encoder.beginComputePass();
        pass.setPipeline(command.pipeline);
        pass.setBindGroup(0, command.bindGroup);
        pass.dispatchWorkgroups(...command.workgroups);
        continue;
      }
      pass?.end();
      pass = undefined;
      const { target, sizeBytes } = command;
      if (command.type === 'clear') encoder.clearBuffer(target.buffer, target.offset, sizeBytes);
      else {
        const { source } = command;
        encoder.copyBufferToBuffer(source.buffer, source.offset, target.buffer, target.offset, sizeBytes);
      }
    }
    pass?.end();
  }

  /** Destroys every buffer of the plan. */
  destroy(): void {
    this.#destroyAllBut(undefined);
  }

  /** Destroys arena and constants; the named buffers, with what is in them, are the caller's now. */
  release(): KeptBuffers {
    const kept = new KeptBuffers(this.#memory, this.#named);
    this.#destroyAllBut(kept);
    return kept;
  }

  #destroyAllBut(kept: KeptBuffers | undefined): void {
    const { storage, uniform } = this.#constants;
    for (const buffer of [...this.#arena, ...this.#named.values(), storage, uniform]) {
      if (buffer && !kept?.has(buffer)) this.#memory.destroy(buffer);
    }
  }

  #upload(label: string, packed: MemoryPlan['uniformConstants'], usage: number): GPUBuffer | undefined {
    if (packed.sizeBytes === 0) return undefined;
    const buffer = this.#memory.create(label, packed.sizeBytes, usage);
    this.#memory.device.queue.writeBuffer(buffer, 0, packed.data.buffer, packed.data.byteOffset, packed.sizeBytes);
    return buffer;
  }

  #bind(pipelines: PipelineCache): void {
    this.plan.programs.forEach((program, index) => {
      this.#programs[index] = program.commands.map((command) => this.#ready(pipelines, program, index, command));
    });
  }

  #ready(pipelines: PipelineCache, program: StepProgram, index: number, command: ProgramCommand): ReadyCommand {
    if (command.type === 'copy') {
      const source = this.#resource(program, index, command.source);
      const target = this.#resource(program, index, command.target);
      return { type: 'copy', source, target, sizeBytes: command.sizeBytes };
    }
    if (command.type === 'clear') {
      const target = this.#resource(program, index, command.target);
      return { type: 'clear', target, sizeBytes: target.size };
    }
    const shader = program.shaders[command.shader];
    if (!shader) throw new Error(`The program has no kernel ${command.shader}.`);
    const pipeline = pipelines.get(shader);
    const bindGroup = this.#memory.device.createBindGroup({
      label: shader.label,
      layout: pipeline.getBindGroupLayout(0),
      entries: command.bindings.map(({ binding, buffer }) => ({
        binding,
        resource: this.#resource(program, index, buffer),
      })),
    });
    return { type: 'dispatch', pipeline, bindGroup, workgroups: command.workgroups };
  }

  /** Where a program's buffer lies on the device. */
  #resource(program: StepProgram, index: number, id: BufferId): Place {
    const declared = program.buffers[id];
    if (!declared) throw new Error(`The program has no buffer ${id}.`);
    const { role, sizeBytes } = declared;
    if (role.type === 'persistent') return { buffer: this.buffer(role.name), offset: 0, size: sizeBytes };
    if (role.type === 'transient') {
      const buffer = this.#arena[this.plan.assignment[index]?.[id] ?? -1];
      if (!buffer) throw new Error(`Value ${id} has no place in the arena.`);
      return { buffer, offset: this.plan.offsets[index]?.[id] ?? 0, size: sizeBytes };
    }
    const placement = this.plan.constantPlacement[index]?.[id];
    const buffer = placement && this.#constants[placement.usage];
    if (!placement || !buffer) throw new Error(`Constant ${id} has no place.`);
    return { buffer, offset: placement.offset, size: placement.sizeBytes };
  }

  #program(index: number): ReadyCommand[] {
    const commands = this.#programs[index];
    if (!commands) throw new Error(`The plan has no program ${index}.`);
    return commands;
  }
}
