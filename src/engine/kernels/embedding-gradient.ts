import * as tf from '@tensorflow/tfjs-core';
import { elementwiseProgram } from './elementwise-program.ts';
import { flat, webGpuBackend } from './webgpu-backend.ts';

/** Rows that one thread adds up before another takes over: a token that is everywhere must not make one long chain. */
const CHUNK_ROWS = 64;

/**
 * Each thread counts the smaller tokens of its block, which is where its own begin, and then writes down its rows.
 * Neighbouring threads read the same id at the same time, so this costs vocabulary · rows comparisons and almost no
 * memory traffic: half a percent of a GRU over as many rows, and neither atomics nor a prefix sum.
 */
const ORDER_BODY = /* wgsl */ `
  let block = index / uniforms.vocabulary;
  let token = index - block * uniforms.vocabulary;
  let first = block * uniforms.blockRows;
  let last = min(first + uniforms.blockRows, uniforms.rows);
  var place = first;
  for (var row = first; row < last; row += 1) { place += select(0, 1, ids[row] < token); }
  for (var row = first; row < last; row += 1) {
    if (ids[row] == token) {
      result[place] = row;
      place += 1;
    }
  }`;

/**
 * Rows sorted by token, stable, in each block of `blockRows` rows for itself: `ids` int32, of any shape, in
 * 0 … vocabulary − 1; the result is int32 [rows]. Not on the tape.
 */
export function tokenOrder(ids: tf.Tensor, vocabulary: number, blockRows: number): tf.Tensor {
  // One thread for each block and token. 'size' counts threads; together they write each row once.
  const program = elementwiseProgram({
    name: 'TokenOrder',
    variableNames: ['ids'],
    size: Math.ceil(ids.size / blockRows) * vocabulary,
    uniforms: 'vocabulary : i32, blockRows : i32, rows : i32,',
    body: ORDER_BODY,
  });
  const backend = webGpuBackend();
  const order = backend.makeTensorInfo([ids.size], 'int32');
  backend.runWebGPUProgram(program, [flat(ids)], 'int32', integers(vocabulary, blockRows, ids.size), order);
  return tf.engine().makeTensorFromTensorInfo(order);
}

/** 0, 1, … `rows` − 1, int32, made on the device: the ids and the order of rows of which each is a token of its own. */
export function rowNumbers(rows: number): tf.Tensor {
  const program = elementwiseProgram({
    name: 'RowNumbers',
    variableNames: [],
    size: rows,
    body: 'result[index] = index;',
  });
  return tf.engine().makeTensorFromTensorInfo(webGpuBackend().runWebGPUProgram(program, [], 'int32'));
}

const RUN_UNIFORMS = `firstRow : i32, lastRow : i32, columns : i32, stride : i32, split : i32, tailStart : i32,`;

const RUN_SUM = /* wgsl */ `
  fn token(place: i32) -> i32 { return ids[order[place]]; }
  fn continues(place: i32) -> bool { return place > uniforms.firstRow && token(place) == token(place - 1); }
  fn chunkEnd(chunk: i32) -> i32 {
    return min(uniforms.firstRow + (chunk + 1) * ${CHUNK_ROWS}, uniforms.lastRow);
  }
  // Rows of one token from 'place' on, in order, as far as 'end'.
  fn runSum(place: i32, end: i32, column: i32) -> f32 {
    let wanted = token(place);
    let isTail = column >= uniforms.split;
    let start = select(column, uniforms.tailStart + column - uniforms.split, isTail);
    let stride = select(uniforms.stride, uniforms.columns - uniforms.split, isTail);
    var sum = 0.0;
    for (var at = place; at < end; at += 1) {
      let row = order[at];
      if (ids[row] != wanted) { break; }
      sum += values[start + (row - uniforms.firstRow) * stride];
    }
    return sum;
  }`;

const HEADS_BODY = /* wgsl */ `
  let chunk = index / uniforms.columns;
  let place = uniforms.firstRow + chunk * ${CHUNK_ROWS};
  var sum = 0.0;
  if (continues(place)) { sum = runSum(place, chunkEnd(chunk), index - chunk * uniforms.columns); }
  result[index] = sum;`;

const ADD_BODY = /* wgsl */ `
  let offset = index / uniforms.columns;
  let place = uniforms.firstRow + offset;
  if (!continues(place)) {
    let column = index - offset * uniforms.columns;
    let own = token(place);
    var chunk = offset / ${CHUNK_ROWS};
    var sum = runSum(place, chunkEnd(chunk), column);
    for (var next = chunkEnd(chunk); next < uniforms.lastRow; next += ${CHUNK_ROWS}) {
      if (token(next) != own) { break; }
      chunk += 1;
      sum += heads[chunk * uniforms.columns + column];
    }
    result[own * uniforms.columns + column] = result[own * uniforms.columns + column] + sum;
  }`;

/** Rows to add up by their tokens: one block of a `tokenOrder`. */
export interface TokenRows {
  readonly ids: tf.Tensor;
  readonly order: tf.Tensor;
  /** The block's rows in `ids`. */
  readonly firstRow: number;
  readonly rows: number;
  /**
   * Row r, counted from the block's first, lies at `stride` · r; of its columns, those from `split` on lie apart, one
   * row after the other from `tailStart` on. Plain rows of c columns: stride c, split c.
   */
  readonly values: tf.TensorInfo;
  readonly stride: number;
  readonly split: number;
  readonly tailStart: number;
}

/**
 * table[token] += Σ of the rows of this token, in place; `table` [vocabulary, columns]. The order of each sum depends on
 * the ids alone: no atomics, the same bits every time. Two dispatches: the sums of runs that a chunk of 64 sorted rows
 * takes over from the chunk before, then one thread for each token that occurs and each column.
 */
export function addRowsByToken(table: tf.Tensor, block: TokenRows): void {
  const columns = table.shape.at(-1) ?? 0;
  const { ids, order, values, firstRow, rows } = block;
  const uniforms = () => integers(firstRow, firstRow + rows, columns, block.stride, block.split, block.tailStart);
  const common = { uniforms: RUN_UNIFORMS, declarations: RUN_SUM };
  const backend = webGpuBackend();
  const heads = backend.runWebGPUProgram(
    elementwiseProgram({
      ...common,
      name: 'TokenRunHeads',
      variableNames: ['values', 'ids', 'order'],
      size: Math.ceil(rows / CHUNK_ROWS) * columns,
      body: HEADS_BODY,
    }),
    [flat(values), flat(ids), flat(order)],
    'float32',
    uniforms(),
  );
  const add = elementwiseProgram({
    ...common,
    name: 'AddRowsByToken',
    variableNames: ['heads', 'values', 'ids', 'order'],
    size: rows * columns,
    body: ADD_BODY,
  });
  const inputs = [heads, values, ids, order].map(flat);
  backend.runWebGPUProgram(add, inputs, 'float32', uniforms(), flat(table));
  backend.disposeData(heads.dataId);
}

const integers = (...values: readonly number[]) => values.map((value) => ({ type: 'int32', data: [value] }));
