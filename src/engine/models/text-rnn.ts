import * as tf from '@tensorflow/tfjs-core';
import { embedding as embed, withFrozenLastRow } from '../kernels/embedding.ts';
import { rowNumbers, tokenOrder } from '../kernels/embedding-gradient.ts';
import type { GruDirection } from '../kernels/gru-blocks.ts';
import { gruBlockRows, gruMaxOverTime } from '../kernels/gru-max-over-time.ts';
import type { ParameterSpec } from '../training/initial-parameters.ts';
import { dense } from './dense.ts';
import type { Model, NamedTensors } from './model.ts';

export interface TextRnnSizes {
  readonly classes: number;
  /** Ids are 0 … vocabulary − 1; the last is padding. */
  readonly vocabulary?: number;
  /** Width of a token's embedding. */
  readonly embedding?: number;
  /** Units of each direction. */
  readonly hidden?: number;
}

const DIRECTIONS = ['forward', 'reverse'] as const satisfies readonly GruDirection[];

/**
 * Embedding → bidirectional GRU (PyTorch's definition) → maximum over time → dropout → dense. Examples are int32 token
 * ids [m, T]. With 20 classes: 2,110,720 parameters, 301,200 of them in each direction.
 *
 * Padding is a token as any other to the GRU; its embedding is zero and stays zero.
 */
export function textRnn({ classes, vocabulary = 5001, embedding = 300, hidden = 200 }: TextRnnSizes): Model {
  return {
    parameters: [
      { name: 'embedding/table', shape: [vocabulary, embedding], initializer: { normal: 1, zeroLastRow: true } },
      ...DIRECTIONS.flatMap((direction) => gruParameters(direction, embedding, hidden)),
      { name: 'dense/kernel', shape: [2 * hidden, classes], initializer: 'glorot-uniform' },
      { name: 'dense/bias', shape: [classes], initializer: 'zeros' },
    ],
    forward(parameters, examples, context) {
      const tokens = gruTokens(parameters, tf.transpose(examples));
      const maxima = DIRECTIONS.map((direction) => {
        const gates = inputGates(parameters, direction, tokens.inputs); // [inputs, 3·hidden]
        const { ids, order } = tokens;
        const kernel = parameters.get(`gru/${direction}/recurrent-kernel`);
        const bias = parameters.get(`gru/${direction}/recurrent-bias`);
        return gruMaxOverTime({ gates, ids, kernel, bias, order }, direction); // [m, hidden]
      });
      let x = tf.concat(maxima, 1); // [m, 2·hidden]
      x = context.dropout(x, 1);
      return dense(parameters, 'dense', x); // [m, classes]
    },
  };
}

/** Kernels are PyTorch's, transposed; all start as there: uniform up to 1 / √hidden. */
function gruParameters(direction: GruDirection, embedding: number, hidden: number): ParameterSpec[] {
  const initializer = { uniform: 1 / Math.sqrt(hidden) };
  const name = (part: string) => `gru/${direction}/${part}`;
  return [
    { name: name('input-kernel'), shape: [embedding, 3 * hidden], initializer },
    { name: name('input-bias'), shape: [3 * hidden], initializer },
    { name: name('recurrent-kernel'), shape: [hidden, 3 * hidden], initializer },
    { name: name('recurrent-bias'), shape: [3 * hidden], initializer },
  ];
}

/** What both GRUs read: embeddings, and which of them each time step has. */
interface GruTokens {
  readonly inputs: tf.Tensor; // [inputs, embedding]
  readonly ids: tf.Tensor; // int32 [T, m]
  readonly order: tf.Tensor; // int32 [T·m]
}

/**
 * A token's W_i·x + b_i is the same wherever it stands. So where a slice has many tokens, it is made once for each row
 * of the vocabulary: embedded tokens and their gradients never exist. Where tokens are few, their own embeddings are
 * fewer: from half the vocabulary on they would take more bytes.
 */
function gruTokens(parameters: NamedTensors, ids: tf.Tensor): GruTokens {
  const table = withFrozenLastRow(parameters.get('embedding/table'));
  const [vocabulary = 0, width = 0] = table.shape;
  if (2 * ids.size <= vocabulary) {
    const rows = rowNumbers(ids.size);
    return { inputs: tf.reshape(embed(table, ids), [ids.size, width]), ids: tf.reshape(rows, ids.shape), order: rows };
  }
  const blockRows = gruBlockRows(ids, parameters.get('gru/forward/recurrent-kernel'));
  return { inputs: table, ids, order: tokenOrder(ids, vocabulary, blockRows) };
}

function inputGates(parameters: NamedTensors, direction: GruDirection, inputs: tf.Tensor): tf.Tensor {
  return tf.fused.matMul({
    a: inputs as tf.Tensor2D,
    b: parameters.get(`gru/${direction}/input-kernel`) as tf.Tensor2D,
    bias: parameters.get(`gru/${direction}/input-bias`),
  });
}
