import * as tf from '@tensorflow/tfjs-core';
import { elementwiseProgram } from './elementwise-program.ts';
import { flat, webGpuBackend } from './webgpu-backend.ts';

/** Sizes of a self-attention over rows [examples · steps, …]; a head has `headWidth` columns. */
export interface AttentionShape {
  readonly examples: number;
  readonly steps: number;
  readonly heads: number;
  /** A multiple of 4. */
  readonly headWidth: number;
}

/** Parts of a row of queries, keys and values. */
const PARTS = { query: 0, key: 1, value: 2 } as const;
export type AttentionPart = keyof typeof PARTS;

/** WGSL over a head's columns, four at a time and unrolled, so that a thread's own row stays in registers. */
export interface HeadColumns {
  /** A statement for each four columns. */
  each(statement: (quad: number) => string): string;
  /** Σ over all columns of the products of two quads. */
  dot(a: (quad: number) => string, b: (quad: number) => string): string;
}

interface AttentionProgramOptions {
  /** Name people meet in the picture of a slice. */
  readonly name: string;
  readonly shape: AttentionShape;
  /** Inputs by the names of their variables; rows are read in fours, numbers for each row and head one by one. */
  readonly rows: Readonly<Record<string, tf.Tensor>>;
  readonly numbers?: Readonly<Record<string, tf.Tensor>>;
  readonly result: { readonly of: 'rows' | 'numbers'; readonly tensor: tf.Tensor };
  /**
   * WGSL statements run once for each example, head and row, with `row` and `head` in scope, `first`, the example's first
   * row in the slice, and `own`, the first of the numbers of this example and head. See `partAt` and `mergedAt`.
   */
  readonly body: (columns: HeadColumns) => string;
}

/**
 * Runs an attention kernel: one thread for each example, head and row, no barriers. Neighbouring threads have
 * neighbouring rows of one head, so they read another row of the head at the same time, and it is loaded once.
 */
export function runAttention({ name, shape, rows, numbers = {}, result, body }: AttentionProgramOptions): void {
  const { examples, steps, heads, headWidth } = shape;
  const quads = headWidth / 4;
  if (!Number.isInteger(quads)) throw new Error(`A head's width is a multiple of 4, not ${headWidth}.`);
  const inputs = [...Object.entries(rows), ...Object.entries(numbers)];
  const program = elementwiseProgram({
    name,
    variant: `_${quads}`,
    variableNames: inputs.map(([variable]) => variable),
    variableComponents: [...Object.keys(rows).map(() => 4 as const), ...Object.keys(numbers).map(() => 1 as const)],
    outputComponents: result.of === 'rows' ? 4 : 1,
    size: examples * heads * steps,
    uniforms: 'steps : i32, heads : i32, scale : f32,',
    declarations: /* wgsl */ `
      fn parts(row: i32, head: i32, part: i32) -> i32 {
        return ((3 * row + part) * uniforms.heads + head) * ${quads};
      }
      fn merged(row: i32, head: i32) -> i32 { return (row * uniforms.heads + head) * ${quads}; }`,
    body: `
      let row = index % uniforms.steps;
      let own = index - row;
      let head = own / uniforms.steps % uniforms.heads;
      let first = own / (uniforms.steps * uniforms.heads) * uniforms.steps;
      ${body(headColumns(quads))}`,
  });
  const uniforms = [
    { type: 'int32', data: [steps] },
    { type: 'int32', data: [heads] },
    { type: 'float32', data: [1 / Math.sqrt(headWidth)] },
  ];
  const bound = inputs.map(([, tensor]) => flat(tensor));
  webGpuBackend().runWebGPUProgram(program, bound, 'float32', uniforms, flat(result.tensor));
}

/** WGSL: where the head's columns of a row begin in queries, keys and values. */
export const partAt = (row: string, part: AttentionPart): string => `parts(${row}, head, ${PARTS[part]})`;
/** WGSL: where the head's columns of a row begin in a tensor of all heads' columns. */
export const mergedAt = (row: string): string => `merged(${row}, head)`;

/** A tensor for the result of `runAttention`. */
export function makeResult(shape: readonly number[]): tf.Tensor {
  return tf.engine().makeTensorFromTensorInfo(webGpuBackend().makeTensorInfo([...shape], 'float32'));
}

function headColumns(quads: number): HeadColumns {
  const all = Array.from({ length: quads }, (_, quad) => quad);
  return {
    each: (statement) => all.map(statement).join('\n'),
    dot: (a, b) => `(${all.map((quad) => `dot(${a(quad)}, ${b(quad)})`).join(' + ')})`,
  };
}
