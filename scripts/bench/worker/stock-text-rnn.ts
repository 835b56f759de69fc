import * as tf from '@tensorflow/tfjs-core';
import { layerSpecs, type StockModel, type StockParameters, stockDense } from './stock-layers.ts';

/** Rows of the embedding, of which the last is padding; width of a word; units of each direction. */
const [VOCABULARY, EMBEDDING, UNITS] = [5001, 300, 200] as const;
const DIRECTIONS = ['forward', 'reverse'] as const;
const GRU_LIMIT = { uniform: 1 / Math.sqrt(UNITS) };

/**
 * Embedding by `gather`, a bidirectional GRU by PyTorch's definition as a loop over time, maximum over time, dense.
 * tf.layers' own GRU applies the reset gate before the product, which is another network. Both directions' input gates
 * are one matrix product over all time steps: fewer operations than one for each. Examples: int32 [m, T], 2 ≤ T, without
 * padding, whose embedding would be trained here.
 */
export function stockTextRnn(classes: number): StockModel {
  return {
    parameters: [
      { name: 'embedding/table', shape: [VOCABULARY, EMBEDDING], initializer: { normal: 1, zeroLastRow: true } },
      ...DIRECTIONS.flatMap((direction) => [
        ...gateSpecs(`gru/${direction}/input`, EMBEDDING),
        ...gateSpecs(`gru/${direction}/recurrent`, UNITS),
      ]),
      ...layerSpecs('dense', [2 * UNITS, classes], 'glorot-uniform'),
    ],
    forward(parameters, examples) {
      const [, steps = 0] = examples.shape;
      const words = tf.gather(parameters('embedding/table'), tf.reshape(examples, [-1])); // [m·T, embedding]
      const maxima = DIRECTIONS.map((direction) => {
        const gates = tf.add(
          tf.matMul(words as tf.Tensor2D, parameters(`gru/${direction}/input-kernel`) as tf.Tensor2D),
          parameters(`gru/${direction}/input-bias`),
        );
        const inputs = tf.unstack(tf.reshape(gates, [-1, steps, 3 * UNITS]), 1); // T × [m, 3·units]
        // A copy: tfjs keeps the very array, and its order is the order of its gradients.
        const states = gruStates(parameters, direction, direction === 'forward' ? inputs : inputs.toReversed());
        return tf.max(tf.stack(states, 1), 1); // [m, units]
      });
      return stockDense(parameters, 'dense', tf.concat(maxima, 1));
    },
  };
}

/** States after each step, from a state of zeros; gates are in PyTorch's order r, z, n. */
function gruStates(parameters: StockParameters, direction: string, inputs: readonly tf.Tensor[]): tf.Tensor[] {
  const kernel = parameters(`gru/${direction}/recurrent-kernel`) as tf.Tensor2D;
  const bias = parameters(`gru/${direction}/recurrent-bias`);
  let state: tf.Tensor = tf.zeros([inputs[0]?.shape[0] ?? 0, UNITS]);
  return inputs.map((input) => {
    const recurrent = tf.add(tf.matMul(state as tf.Tensor2D, kernel), bias); // [m, 3·units]
    const [inputR, inputZ, inputN] = tf.split(input, 3, 1) as [tf.Tensor, tf.Tensor, tf.Tensor];
    const [recurrentR, recurrentZ, recurrentN] = tf.split(recurrent, 3, 1) as [tf.Tensor, tf.Tensor, tf.Tensor];
    const r = tf.sigmoid(tf.add(inputR, recurrentR));
    const z = tf.sigmoid(tf.add(inputZ, recurrentZ));
    const n = tf.tanh(tf.add(inputN, tf.mul(r, recurrentN)));
    state = tf.add(n, tf.mul(z, tf.sub(state, n)));
    return state;
  });
}

/** `<name>-kernel` [in, 3·units] and `<name>-bias` [3·units]. */
function gateSpecs(name: string, inputs: number) {
  return [
    { name: `${name}-kernel`, shape: [inputs, 3 * UNITS], initializer: GRU_LIMIT },
    { name: `${name}-bias`, shape: [3 * UNITS], initializer: GRU_LIMIT },
  ];
}
