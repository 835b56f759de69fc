import { type WebGPUProgram, webgpu_util } from '@tensorflow/tfjs-backend-webgpu';

/** Floats that are read or written at once: `f32` or `vec4<f32>`. */
export type Components = 1 | 4;

interface ElementwiseOptions {
  /** Name people meet in the picture of a slice; also the key of the shader, so it must name the code. */
  readonly name: string;
  /** What else the code depends on; part of the shader's key. */
  readonly variant?: string;
  readonly variableNames: readonly string[];
  /** Floats in one element of each input, 1 or 4; by default 1. */
  readonly variableComponents?: readonly Components[];
  /** Floats in one element of the result. */
  readonly outputComponents?: Components;
  /** Number of elements, or of threads where one makes several elements of a given output. */
  readonly size: number;
  /** Extra fields of the uniform block, WGSL. */
  readonly uniforms?: string;
  /** WGSL statements run once an element, with `index: i32` in range. */
  readonly body: string;
  /** WGSL at module level. */
  readonly declarations?: string;
}

/**
 * A tfjs custom program that runs `body` once for each element of a flat buffer. Inputs and output are passed to
 * `runWebGPUProgram` as rank-1 tensor infos.
 */
export function elementwiseProgram(options: ElementwiseOptions): WebGPUProgram {
  const { name, variant = '', variableNames, size, uniforms, body, declarations = '', outputComponents = 1 } = options;
  const { variableComponents } = options;
  const workgroupSize: [number, number, number] = [64, 1, 1];
  const outputShape = [size * outputComponents];
  const dispatchLayout = webgpu_util.flatDispatchLayout(outputShape);
  const program = {
    outputShape,
    variableNames: [...variableNames],
    workgroupSize,
    dispatchLayout,
    dispatch: webgpu_util.computeDispatch(dispatchLayout, [size], workgroupSize),
    shaderKey: name + variant,
    outputComponent: outputComponents,
    ...(variableComponents ? { variableComponents: [...variableComponents] } : {}),
    size: true,
    ...(uniforms === undefined ? {} : { uniforms }),
    getUserCode: () => `
      ${declarations}
      fn main(index: i32) {
        if (index < uniforms.size) {
          ${body}
        }
      }`,
  };
  return Object.assign(Object.create(namedPrototype(name)), program) as WebGPUProgram;
}

const prototypes = new Map<string, object>();

/** tfjs labels its pipelines with the name of the program's constructor: a prototype whose constructor has this name. */
export function namedPrototype(name: string): object {
  const known = prototypes.get(name);
  if (known) return known;
  const named = class {};
  Object.defineProperty(named, 'name', { value: name });
  prototypes.set(name, named.prototype);
  return named.prototype;
}
