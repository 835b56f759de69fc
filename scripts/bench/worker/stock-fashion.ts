import * as tf from '@tensorflow/tfjs-core';
import { layerSpecs, type StockModel, type StockParameters, stockDense } from './stock-layers.ts';

export const stockFashionMlp: StockModel = {
  parameters: [
    ...layerSpecs('dense1', [784, 256], 'he-uniform'),
    ...layerSpecs('dense2', [256, 128], 'he-uniform'),
    ...layerSpecs('dense3', [128, 10], 'he-uniform'),
  ],
  forward(parameters, examples) {
    let x: tf.Tensor = tf.reshape(examples, [-1, 784]);
    x = tf.relu(stockDense(parameters, 'dense1', x)); // [m, 256]
    x = tf.relu(stockDense(parameters, 'dense2', x)); // [m, 128]
    return stockDense(parameters, 'dense3', x); // [m, 10]
  },
};

export const stockFashionConvnet: StockModel = {
  parameters: [
    ...layerSpecs('conv1', [5, 5, 1, 24], 'he-uniform'),
    ...layerSpecs('conv2', [3, 3, 24, 32], 'he-uniform'),
    ...layerSpecs('dense1', [800, 128], 'he-uniform'),
    ...layerSpecs('dense2', [128, 10], 'he-uniform'),
  ],
  forward(parameters, examples) {
    let x = convolvePool(parameters, 'conv1', examples); // [m, 12, 12, 24]
    x = convolvePool(parameters, 'conv2', x); // [m, 5, 5, 32]
    const features = tf.relu(stockDense(parameters, 'dense1', tf.reshape(x, [-1, 800]))); // [m, 128]
    return stockDense(parameters, 'dense2', features); // [m, 10]
  },
};

function convolvePool(parameters: StockParameters, name: string, x: tf.Tensor): tf.Tensor4D {
  const convolved = tf.conv2d(x as tf.Tensor4D, parameters(`${name}/kernel`) as tf.Tensor4D, 1, 'valid');
  return tf.relu(tf.maxPool(tf.add(convolved, parameters(`${name}/bias`)) as tf.Tensor4D, 2, 2, 'valid'));
}
