import { BYTE_KINDS, type ByteKind } from './byte-kind.ts';
import { type Lifetime, transientLifetimes } from './lifetimes.ts';
import type { StepProgram } from './step-program.ts';

/** Bytes of the transient values alive at each command; one entry a command. */
export interface LiveBytes {
  readonly byKind: Readonly<Record<ByteKind, Float64Array>>;
  readonly total: Float64Array;
  /** First command with the most live bytes; 0 for a program without commands. */
  readonly peakCommand: number;
  /** Live bytes at the peak: what no placement of the program's transients can go under. */
  readonly peakBytes: number;
}

/** Adds up the transient values alive at each command of a program. A value is alive from its first to its last touch. */
export function liveBytes(
  program: StepProgram,
  lifetimes: readonly Lifetime[] = transientLifetimes(program),
): LiveBytes {
  const length = program.commands.length;
  const byKind = recordOfKinds(() => new Float64Array(length));
  for (const { kind, sizeBytes, first, last } of lifetimes) {
    const changes = byKind[kind];
    changes[first] = (changes[first] ?? 0) + sizeBytes;
    if (last + 1 < length) changes[last + 1] = (changes[last + 1] ?? 0) - sizeBytes;
  }
  const total = new Float64Array(length);
  for (const kind of BYTE_KINDS) {
    const live = byKind[kind];
    let running = 0;
    for (let command = 0; command < length; command++) {
      running += live[command] ?? 0;
      live[command] = running;
      total[command] = (total[command] ?? 0) + running;
    }
  }
  let peakCommand = 0;
  total.forEach((bytes, command) => {
    if (bytes > (total[peakCommand] ?? 0)) peakCommand = command;
  });
  return { byKind, total, peakCommand, peakBytes: total[peakCommand] ?? 0 };
}

/**
 * Liveness lower bound of programs that share one arena and never run interleaved: the most transient bytes alive at
 * any command of any of them.
 */
export function livenessLowerBoundBytes(programs: readonly StepProgram[]): number {
  return programs.reduce((most, program) => Math.max(most, liveBytes(program).peakBytes), 0);
}

/** A record with one freshly made entry for each kind of byte. */
export function recordOfKinds<T>(make: (kind: ByteKind) => T): Record<ByteKind, T> {
  return {
    parameters: make('parameters'),
    accumulators: make('accumulators'),
    optimizer: make('optimizer'),
    activations: make('activations'),
    gradients: make('gradients'),
    inputs: make('inputs'),
    other: make('other'),
  };
}
