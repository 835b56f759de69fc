import * as tf from '@tensorflow/tfjs-core';
import { elementwiseProgram } from './elementwise-program.ts';
import { addRowsByToken, tokenOrder } from './embedding-gradient.ts';
import { flat, webGpuBackend } from './webgpu-backend.ts';

/**
 * Rows of `table` [vocabulary, width] for `ids` (int32 [m, T], in 0 … vocabulary − 1): [m, T, width], as
 * `torch.nn.functional.embedding`. The gradient of the table is dense, the same bits every time, and needs neither a
 * one-hot matrix nor atomics: rows are sorted by token and added up in that order.
 */
export function embedding(table: tf.Tensor, ids: tf.Tensor): tf.Tensor {
  const [vocabulary = 0, width = 0] = table.shape;
  const looksUp = tf.customGrad((rows, save) => {
    (save as tf.GradSaveFunc)([ids]);
    return {
      value: tf.reshape(lookUp(rows as tf.Tensor, ids), [...ids.shape, width]),
      gradFunc: (dy: tf.Tensor, saved: tf.Tensor[]) => {
        const [savedIds] = saved;
        if (!savedIds) throw new Error('The embedding saves its ids.');
        return tableGradient(dy, savedIds, vocabulary);
      },
    };
  });
  return looksUp(table);
}

function lookUp(table: tf.Tensor, ids: tf.Tensor): tf.Tensor {
  const width = table.shape[1] ?? 0;
  const program = elementwiseProgram({
    name: 'Embedding',
    variableNames: ['rows', 'ids'],
    size: ids.size * width,
    uniforms: 'width : i32,',
    body: /* wgsl */ `
      let token = index / uniforms.width;
      result[index] = rows[ids[token] * uniforms.width + index - token * uniforms.width];`,
  });
  const uniforms = [{ type: 'int32', data: [width] }];
  const found = webGpuBackend().runWebGPUProgram(program, [flat(table), flat(ids)], 'float32', uniforms);
  return tf.engine().makeTensorFromTensorInfo(found);
}

function tableGradient(dy: tf.Tensor, ids: tf.Tensor, vocabulary: number): tf.Tensor {
  const width = dy.shape.at(-1) ?? 0;
  const rows = ids.size;
  const gradient = tf.fill([vocabulary, width], 0);
  const order = tokenOrder(ids, vocabulary, rows);
  addRowsByToken(gradient, {
    ids,
    order,
    firstRow: 0,
    rows,
    values: dy,
    stride: width,
    split: width,
    tailStart: 0,
  });
  return gradient;
}

/**
 * `table` itself, with a gradient whose last row is zero: PyTorch's `padding_idx` for the last id. A last row that
 * starts at zero stays zero, also with weight decay.
 */
export const withFrozenLastRow = tf.customGrad((table) => ({
  value: tf.clone(table as tf.Tensor),
  gradFunc: (dy: tf.Tensor) => {
    const program = elementwiseProgram({
      name: 'FrozenLastRow',
      variableNames: ['dy'],
      size: dy.size,
      uniforms: 'trained : i32,',
      body: 'result[index] = select(0.0, dy[index], index < uniforms.trained);',
    });
    const uniforms = [{ type: 'int32', data: [dy.size - (dy.shape.at(-1) ?? 0)] }];
    const output = webGpuBackend().runWebGPUProgram(program, [flat(dy)], 'float32', uniforms);
    return tf.reshape(tf.engine().makeTensorFromTensorInfo(output), dy.shape);
  },
}));
