import type { ByteKind } from '../../core/program/byte-kind.ts';
import type {
  BindingAccess,
  BufferId,
  BufferRole,
  ProgramBinding,
  ProgramBuffer,
  ProgramCommand,
  ProgramPhase,
  ProgramShader,
  StepProgram,
} from '../../core/program/step-program.ts';

interface DraftBuffer {
  readonly id: BufferId;
  readonly sizeBytes: number;
  readonly createdIn: ProgramPhase;
  readonly isUniform: boolean;
  persistent?: { readonly name: string; readonly kind: ByteKind };
  data?: Uint8Array;
}

/** A binding as tfjs gives it, before its access is known. */
export interface RecordedBinding {
  readonly binding: number;
  readonly buffer: BufferId;
}

/** Collects the buffers and commands of one trace and hands them out as a StepProgram. */
export class ProgramRecorder {
  phase: ProgramPhase = 'forward';
  /** What is created now is an activation, whichever pass makes it. */
  isRemaking = false;
  readonly #buffers: DraftBuffer[] = [];
  readonly #persistent = new Map<string, BufferId>();
  readonly #shaders: ProgramShader[] = [];
  readonly #shaderIndex = new Map<ProgramShader, number>();
  readonly #commands: ProgramCommand[] = [];

  /** A new value of `sizeBytes`; every buffer is its own value, nothing is reused while tracing. */
  addBuffer(sizeBytes: number, isUniform: boolean): BufferId {
    const id = this.#buffers.length;
    this.#buffers.push({ id, sizeBytes, createdIn: this.isRemaking ? 'forward' : this.phase, isUniform });
    return id;
  }

  /** A buffer that outlives the program and is known by name: asked for again, it is the same one. */
  addPersistent(name: string, kind: ByteKind, sizeBytes: number): BufferId {
    const known = this.#persistent.get(name);
    if (known !== undefined) return known;
    const id = this.addBuffer(sizeBytes, false);
    this.#draft(id).persistent = { name, kind };
    this.#persistent.set(name, id);
    return id;
  }

  /** Host data for a buffer. Written before any command reads it, so it becomes a constant of the program. */
  writeHostData(id: BufferId, offset: number, bytes: Uint8Array): void {
    const draft = this.#draft(id);
    draft.data ??= new Uint8Array(draft.sizeBytes);
    draft.data.set(bytes, offset);
  }

  addDispatch(
    shader: ProgramShader,
    bindings: readonly RecordedBinding[],
    workgroups: readonly [number, number, number],
  ): void {
    const access = bindingAccess(shader.code);
    this.#commands.push({
      type: 'dispatch',
      shader: this.#indexOf(shader),
      bindings: bindings.map(({ binding, buffer }): ProgramBinding => {
        const found = access.get(binding);
        if (!found) throw new Error(`Kernel ${shader.label} declares no binding ${binding}.`);
        return { binding, buffer, access: found };
      }),
      workgroups,
      phase: this.phase,
    });
  }

  addCopy(source: BufferId, target: BufferId, sizeBytes: number): void {
    this.#commands.push({ type: 'copy', source, target, sizeBytes, phase: this.phase });
  }

  addClear(target: BufferId): void {
    this.#commands.push({ type: 'clear', target, phase: this.phase });
  }

  finish(): StepProgram {
    return {
      buffers: this.#buffers.map((draft): ProgramBuffer => {
        const { id, sizeBytes } = draft;
        return { id, sizeBytes, kind: kindOf(draft), role: roleOf(draft) };
      }),
      shaders: this.#shaders,
      commands: this.#commands,
    };
  }

  #draft(id: BufferId): DraftBuffer {
    const draft = this.#buffers[id];
    if (!draft) throw new Error(`Buffer ${id} was not recorded by this trace.`);
    return draft;
  }

  #indexOf(shader: ProgramShader): number {
    const known = this.#shaderIndex.get(shader);
    if (known !== undefined) return known;
    const index = this.#shaders.push(shader) - 1;
    this.#shaderIndex.set(shader, index);
    return index;
  }
}

function roleOf(draft: DraftBuffer): BufferRole {
  if (draft.persistent) return { type: 'persistent', name: draft.persistent.name };
  if (draft.data) return { type: 'constant', usage: draft.isUniform ? 'uniform' : 'storage', data: draft.data };
  return { type: 'transient' };
}

function kindOf(draft: DraftBuffer): ByteKind {
  if (draft.persistent) return draft.persistent.kind;
  if (draft.data) return 'other';
  return draft.createdIn === 'forward' ? 'activations' : 'gradients';
}

const accessByCode = new Map<string, ReadonlyMap<number, BindingAccess>>();
const DECLARATION =
  /@binding\((\d+)\)\s*(?:@group\(\d+\)\s*)?var<\s*(uniform|storage)\s*(?:,\s*(read_write|read))?\s*>/g;

/** How a WGSL module declares each binding of group 0. A storage variable without a mode is read-only (WGSL 7.3). */
export function bindingAccess(code: string): ReadonlyMap<number, BindingAccess> {
  const known = accessByCode.get(code);
  if (known) return known;
  const access = new Map<number, BindingAccess>();
  for (const [, binding, space, mode] of code.matchAll(DECLARATION)) {
    access.set(Number(binding), space === 'uniform' ? 'uniform' : mode === 'read_write' ? 'write' : 'read');
  }
  accessByCode.set(code, access);
  return access;
}
