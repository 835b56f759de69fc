import type { WebGPUProgram } from '@tensorflow/tfjs-backend-webgpu';
import { namedPrototype } from './elementwise-program.ts';
import { type ExamplesPerWorkgroup, examplesPerWorkgroup, type GruShape } from './gru-blocks.ts';

/** A thread for each unit, and WebGPU guarantees 256 threads a workgroup. */
const MOST_UNITS = 256;

/** The examples of a workgroup as the components of one WGSL value: a weight is loaded once for all of them. */
export interface Lanes {
  readonly count: ExamplesPerWorkgroup;
  /** WGSL: one component for each example. */
  of(component: (lane: number) => string): string;
  /** WGSL: component of a value. */
  at(value: string, lane: number): string;
  /** WGSL: a statement for each example. */
  each(statement: (lane: number) => string): string;
  /** WGSL: Σ over the examples, in a fixed order. */
  sum(value: string): string;
}

export function lanesOf(count: ExamplesPerWorkgroup): Lanes {
  const lanes = Array.from({ length: count }, (_, lane) => lane);
  const at = (value: string, lane: number) => (count === 1 ? value : `${value}[${lane}]`);
  return {
    count,
    at,
    of: (component) => `Lanes(${lanes.map(component).join(', ')})`,
    each: (statement) => lanes.map(statement).join('\n'),
    sum: (value) => `(${lanes.map((lane) => at(value, lane)).join(' + ')})`,
  };
}

interface GruProgramOptions {
  /** Name people meet in the picture of a slice. */
  readonly name: string;
  readonly shape: GruShape;
  readonly variableNames: readonly string[];
  readonly uniforms: string;
  /** WGSL at module level; has to define `fn run(unit: i32, group: i32)`, which all threads of a workgroup enter. */
  readonly code: (lanes: Lanes) => string;
}

/**
 * A tfjs custom program with a workgroup for every few examples and a thread for each unit. Inputs and output are passed
 * as rank-1 tensor infos; the output must be given, its size is not known here. Throws where the state is too wide.
 */
export function gruProgram({ name, shape, variableNames, uniforms, code }: GruProgramOptions): WebGPUProgram {
  const { examples, units } = shape;
  if (units > MOST_UNITS) throw new Error(`A GRU has at most ${MOST_UNITS} units, not ${units}.`);
  const count = examplesPerWorkgroup(examples);
  const program = {
    outputShape: [examples],
    variableNames: [...variableNames],
    workgroupSize: [32 * Math.ceil(units / 32), 1, 1],
    dispatchLayout: { x: [0] },
    dispatch: [Math.ceil(examples / count), 1, 1],
    shaderKey: `${name}_${units}_${count}`,
    uniforms,
    getUserCode: () => `
      alias Lanes = ${count === 1 ? 'f32' : `vec${count}<f32>`};
      const UNITS = ${units};
      ${ACTIVATIONS}
      ${code(lanesOf(count))}
      fn main(index: i32) { run(i32(localId.x), i32(workgroupId.x)); }`,
  };
  return Object.assign(Object.create(namedPrototype(name)), program) as WebGPUProgram;
}

/** tanh may overflow where its argument is large (WGSL 15.7.4), and is ±1 there in float32. */
const ACTIVATIONS = /* wgsl */ `
  fn sigmoid(x: Lanes) -> Lanes { return Lanes(1.0) / (Lanes(1.0) + exp(-x)); }
  fn safeTanh(x: Lanes) -> Lanes { return select(tanh(x), sign(x), abs(x) > Lanes(15.0)); }`;

/** Uniforms for `runWebGPUProgram`. */
export function integerUniforms(...values: readonly number[]): { type: string; data: number[] }[] {
  return values.map((value) => ({ type: 'int32', data: [value] }));
}
