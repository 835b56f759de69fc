import type { ByteKind } from '../../../../src/core/program/byte-kind.ts';
import type {
  BindingAccess,
  BufferId,
  BufferRole,
  ProgramBuffer,
  ProgramCommand,
  ProgramPhase,
  ProgramShader,
  StepProgram,
} from '../../../../src/core/program/step-program.ts';

/** Writes programs by hand in tests: each method adds one thing and returns its index. */
export class ProgramBuilder {
  readonly buffers: ProgramBuffer[] = [];
  readonly shaders: ProgramShader[] = [];
  readonly commands: ProgramCommand[] = [];

  transient(sizeBytes: number, kind: ByteKind = 'activations'): BufferId {
    return this.#buffer(sizeBytes, kind, { type: 'transient' });
  }

  persistent(name: string, sizeBytes: number, kind: ByteKind = 'parameters'): BufferId {
    return this.#buffer(sizeBytes, kind, { type: 'persistent', name });
  }

  constant(usage: 'storage' | 'uniform', data: Uint8Array): BufferId {
    return this.#buffer(Math.ceil(data.byteLength / 4) * 4, 'other', { type: 'constant', usage, data });
  }

  /** A dispatch of a kernel of its own, one workgroup. */
  dispatch(
    reads: readonly BufferId[],
    writes: readonly BufferId[],
    { phase = 'forward', workgroups = [1, 1, 1], label }: DispatchOptions = {},
  ): number {
    const shader = this.shaders.length;
    this.shaders.push({ label: label ?? `kernel${shader}`, code: '', entryPoint: 'main' });
    const uses: [BufferId, BindingAccess][] = [
      ...reads.map((id): [BufferId, BindingAccess] => [id, this.#isUniform(id) ? 'uniform' : 'read']),
      ...writes.map((id): [BufferId, BindingAccess] => [id, 'write']),
    ];
    const bindings = uses.map(([buffer, access], binding) => ({ binding, buffer, access }));
    return this.commands.push({ type: 'dispatch', shader, bindings, workgroups, phase }) - 1;
  }

  copy(source: BufferId, target: BufferId, sizeBytes: number, phase: ProgramPhase = 'forward'): number {
    return this.commands.push({ type: 'copy', source, target, sizeBytes, phase }) - 1;
  }

  clear(target: BufferId, phase: ProgramPhase = 'forward'): number {
    return this.commands.push({ type: 'clear', target, phase }) - 1;
  }

  build(): StepProgram {
    return { buffers: this.buffers, shaders: this.shaders, commands: this.commands };
  }

  #buffer(sizeBytes: number, kind: ByteKind, role: BufferRole): BufferId {
    const id = this.buffers.length;
    this.buffers.push({ id, sizeBytes, kind, role });
    return id;
  }

  #isUniform(id: BufferId): boolean {
    const role = this.buffers[id]?.role;
    return role?.type === 'constant' && role.usage === 'uniform';
  }
}

interface DispatchOptions {
  readonly phase?: ProgramPhase;
  readonly workgroups?: readonly [number, number, number];
  readonly label?: string;
}
