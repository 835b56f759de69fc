/**
 * The intermediate representation of the engine: what tfjs did for one micro-batch, as data.
 *
 * A StepProgram is a straight line of GPU commands over numbered buffers. It knows no device: it can be counted,
 * re-ordered, planned and printed in Node. `engine/execute` is the only place that turns one into GPU work.
 */
import type { ByteKind } from './byte-kind.ts';

export type BufferId = number;

/** What a buffer is to the outside of the program. */
export type BufferRole =
  /** Lives across slices and programs and is known by name: parameters, accumulators, optimizer slots, inputs. */
  | { readonly type: 'persistent'; readonly name: string }
  /** Uploaded once at compile time, never written by a command. `usage` decides where it is packed. */
  | { readonly type: 'constant'; readonly usage: 'storage' | 'uniform'; readonly data: Uint8Array }
  /** Defined and consumed inside one replay; the planner decides where it lives. */
  | { readonly type: 'transient' };

export interface ProgramBuffer {
  readonly id: BufferId;
  readonly sizeBytes: number;
  readonly kind: ByteKind;
  readonly role: BufferRole;
}

/** How a dispatch touches a binding: `write` is `var<storage, read_write>`. */
export type BindingAccess = 'read' | 'write' | 'uniform';

export interface ProgramBinding {
  readonly binding: number;
  readonly buffer: BufferId;
  readonly access: BindingAccess;
}

export interface ProgramShader {
  readonly label: string;
  readonly code: string;
  readonly entryPoint: string;
}

export interface DispatchCommand {
  readonly type: 'dispatch';
  /** Index into `StepProgram.shaders`. */
  readonly shader: number;
  readonly bindings: readonly ProgramBinding[];
  /** Number of workgroups in x, y, z. */
  readonly workgroups: readonly [number, number, number];
  /** `forward` up to the loss, `backward` after it; `update` for optimizer programs. */
  readonly phase: ProgramPhase;
}

export interface CopyCommand {
  readonly type: 'copy';
  readonly source: BufferId;
  readonly target: BufferId;
  readonly sizeBytes: number;
  readonly phase: ProgramPhase;
}

/** Sets a whole buffer to zero. */
export interface ClearCommand {
  readonly type: 'clear';
  readonly target: BufferId;
  readonly phase: ProgramPhase;
}

export type ProgramPhase = 'forward' | 'backward' | 'accumulate' | 'update';

export type ProgramCommand = DispatchCommand | CopyCommand | ClearCommand;

export interface StepProgram {
  readonly buffers: readonly ProgramBuffer[];
  readonly shaders: readonly ProgramShader[];
  readonly commands: readonly ProgramCommand[];
}
