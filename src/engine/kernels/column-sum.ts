import type { WebGPUBackend } from '@tensorflow/tfjs-backend-webgpu';
import type { TensorInfo } from '@tensorflow/tfjs-core';
import { elementwiseProgram } from './elementwise-program.ts';
import { flat } from './webgpu-backend.ts';

/** Up to so many rows, one thread a column is soon done, and a second dispatch costs more than it saves. */
const ROWS_OF_ONE_STAGE = 128;
/** Partial sums beyond this number keep no device busier. */
const MOST_PARTIAL_SUMS = 65_536;

/** Fields of the uniform block that STRIDED_SUM reads. */
export const STRIDED_SUM_UNIFORMS = 'width : i32, count : i32,';

/**
 * WGSL: stridedSum(first) = x[first] + x[first + width] + … below `count`. Four compensated sums (Kahan 1965) side by
 * side, so that loads overlap; where a driver's compiler drops the compensation, the sum is still split in four.
 */
export const STRIDED_SUM = /* wgsl */ `
  fn stridedSum(first: i32) -> f32 {
    let width = uniforms.width;
    var sum = vec4<f32>(0.0);
    var excess = vec4<f32>(0.0);
    var i = first;
    for (; i + 3 * width < uniforms.count; i += 4 * width) {
      let term = vec4<f32>(x[i], x[i + width], x[i + 2 * width], x[i + 3 * width]) - excess;
      let next = sum + term;
      excess = (next - sum) - term;
      sum = next;
    }
    var rest = 0.0;
    for (; i < uniforms.count; i += width) { rest += x[i]; }
    return ((sum.x + sum.y) + (sum.z + sum.w)) + rest;
  }`;

/** Values of STRIDED_SUM_UNIFORMS for `x` seen as rows of `width` elements; the last row may be cut short. */
export function stridedSumUniforms(x: TensorInfo, width: number): { type: string; data: number[] }[] {
  return [
    { type: 'int32', data: [width] },
    { type: 'int32', data: [flat(x).shape[0] ?? 0] },
  ];
}

/**
 * Sums of the columns of `x`, seen as [rows, columns] with `columns` elements a row, divided by `divisor`; the result is
 * [columns], float32. The caller owns both.
 *
 * No barriers and no atomics, in one or two dispatches. tfjs would first transpose, into a second buffer as large as `x`.
 * The order of each sum depends on the shape alone.
 */
export function columnSum(backend: WebGPUBackend, x: TensorInfo, columns: number, divisor = 1): TensorInfo {
  const partials = columnPartialSums(backend, x, columns);
  const sum = sumStage(backend, partials, { width: columns, first: 0, columns, divisor });
  if (partials !== x) backend.disposeData(partials.dataId);
  return sum;
}

/**
 * A matrix [partials, columns] with the same column sums as `x` and about as many rows as each of its elements sums up:
 * the first of two stages. Returns `x` itself where one stage is enough.
 */
export function columnPartialSums(backend: WebGPUBackend, x: TensorInfo, columns: number): TensorInfo {
  const partials = partialSumsPerColumn((flat(x).shape[0] ?? 0) / columns, columns);
  return partials === 1 ? x : sumStage(backend, x, allColumns(partials * columns));
}

/**
 * Sums of `columns` columns of `x`, seen as rows of `width` elements, from column `first` on; `x` has few rows, as
 * `columnPartialSums` leaves them. The result is [columns], float32. The caller owns both.
 */
export function someColumnSums(
  backend: WebGPUBackend,
  x: TensorInfo,
  { width, first, columns }: { readonly width: number; readonly first: number; readonly columns: number },
): TensorInfo {
  return sumStage(backend, x, { width, first, columns, divisor: 1 });
}

/** Into how many partial sums each column of [rows, columns] is cut, so that both stages keep a device busy. */
export function partialSumsPerColumn(rows: number, columns: number): number {
  if (rows <= ROWS_OF_ONE_STAGE) return 1;
  return Math.max(1, Math.min(Math.ceil(Math.sqrt(rows)), Math.floor(MOST_PARTIAL_SUMS / columns)));
}

interface SumStage {
  /** Elements of a row. */
  readonly width: number;
  readonly first: number;
  readonly columns: number;
  readonly divisor: number;
}

const allColumns = (width: number): SumStage => ({ width, first: 0, columns: width, divisor: 1 });

/** Neighbouring threads read neighbouring elements: thread t of `columns` sums x[first + t], x[first + t + width], … */
function sumStage(backend: WebGPUBackend, x: TensorInfo, { width, first, columns, divisor }: SumStage): TensorInfo {
  const program = elementwiseProgram({
    name: 'ColumnSum',
    variableNames: ['x'],
    size: columns,
    uniforms: `${STRIDED_SUM_UNIFORMS} first : i32, divisor : f32,`,
    declarations: STRIDED_SUM,
    // Through tfjs's setter, so that the pass that fuses accumulations can recognise the write.
    body: 'setOutputAtIndex(index, stridedSum(uniforms.first + index) / uniforms.divisor);',
  });
  const uniforms = [
    ...stridedSumUniforms(x, width),
    { type: 'int32', data: [first] },
    { type: 'float32', data: [divisor] },
  ];
  return backend.runWebGPUProgram(program, [flat(x)], 'float32', uniforms);
}
