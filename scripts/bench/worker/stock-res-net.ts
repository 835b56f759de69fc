import * as tf from '@tensorflow/tfjs-core';
import type { ParameterSpec } from '../../../src/engine/training/initial-parameters.ts';
import { layerSpecs, type StockModel, type StockParameters, stockDense } from './stock-layers.ts';

export interface StockResNetSizes {
  /** Two 3 × 3 convolutions, or one between two of 1 × 1 with four times the channels at the end. */
  readonly block: 'basic' | 'bottleneck';
  readonly blocks: readonly number[];
  readonly widths: readonly number[];
  readonly classes: number;
}

interface Convolution {
  readonly name: string;
  readonly window: number;
  readonly stride: number;
  readonly inChannels: number;
  readonly channels: number;
}

interface Block {
  readonly convolutions: readonly Convolution[];
  /** Undefined where the shortcut has no parameters. */
  readonly projection: Convolution | undefined;
  readonly stride: number;
}

/** PyTorch's; tfjs's own default is 1e-3. */
const EPSILON = 1e-5;
const STEM = 64;

/**
 * Residual networks with batch normalisation as tf.layers computes it: `tf.moments`, then `tf.batchNorm`. Moving
 * averages, which tf.layers would assign at each step, are left out. Examples [m, size, size, 3].
 */
export function stockResNet(sizes: StockResNetSizes): StockModel {
  const isBasic = sizes.block === 'basic';
  const width = isBasic ? (sizes.widths[0] ?? 0) : STEM;
  const stem = isBasic
    ? { name: 'stem', window: 3, stride: 1, inChannels: 3, channels: width }
    : { name: 'stem', window: 7, stride: 2, inChannels: 3, channels: width };
  const blocks = blocksOf(sizes, width);
  const features = blocks.at(-1)?.convolutions.at(-1)?.channels ?? 0;
  const limit = { uniform: 1 / Math.sqrt(features) };
  const all = [
    stem,
    ...blocks.flatMap(({ convolutions, projection }) => [...convolutions, ...(projection ? [projection] : [])]),
  ];
  return {
    parameters: [
      ...all.flatMap((convolution) => convolutionSpecs(convolution, isBasic)),
      ...layerSpecs('dense', [features, sizes.classes], limit, limit),
    ],
    forward(parameters, examples) {
      let x: tf.Tensor = tf.relu(normalized(parameters, stem, examples));
      if (!isBasic) x = tf.maxPool(x as tf.Tensor4D, 3, 2, 1);
      for (const block of blocks) x = residual(parameters, block, x);
      return stockDense(parameters, 'dense', tf.mean(x, [1, 2]));
    },
  };
}

function residual(parameters: StockParameters, { convolutions, projection, stride }: Block, x: tf.Tensor): tf.Tensor {
  let y = x;
  for (const [index, convolution] of convolutions.entries()) {
    y = normalized(parameters, convolution, index === 0 ? y : tf.relu(y));
  }
  const shortcut = projection ? normalized(parameters, projection, x) : padded(x, y.shape.at(-1) ?? 0, stride);
  return tf.relu(tf.add(y, shortcut));
}

/** Convolution with symmetric padding, then batch normalisation over this step's examples. */
function normalized(parameters: StockParameters, { name, window, stride }: Convolution, x: tf.Tensor): tf.Tensor {
  const y = tf.conv2d(x as tf.Tensor4D, parameters(`${name}/kernel`) as tf.Tensor4D, stride, (window - 1) / 2);
  const { mean, variance } = tf.moments(y, [0, 1, 2]);
  const [scale, shift] = [parameters(`${name}/scale`), parameters(`${name}/shift`)] as [tf.Tensor1D, tf.Tensor1D];
  return tf.batchNorm(y, mean as tf.Tensor1D, variance as tf.Tensor1D, shift, scale, EPSILON);
}

/** Option A of He et al. (2016): every stride-th pixel, zeros for new channels. tf.stridedSlice has no gradient. */
function padded(x: tf.Tensor, channels: number, stride: number): tf.Tensor {
  const added = channels - (x.shape.at(-1) ?? 0);
  if (added === 0) return x;
  const picked = tf.avgPool(x as tf.Tensor4D, 1, stride, 'valid');
  const before = Math.floor(added / 2);
  return tf.pad(picked, [
    [0, 0],
    [0, 0],
    [0, 0],
    [before, added - before],
  ]);
}

function blocksOf({ block, blocks: counts, widths }: StockResNetSizes, stemChannels: number): Block[] {
  const blocks: Block[] = [];
  let inChannels = stemChannels;
  for (const [stage, width] of widths.entries()) {
    for (let number = 0; number < (counts[stage] ?? 0); number += 1) {
      const name = `stage${stage + 1}/block${number + 1}`;
      const stride = stage > 0 && number === 0 ? 2 : 1;
      const outChannels = block === 'basic' ? width : 4 * width;
      const [from, to] = [inChannels, outChannels];
      const layers =
        block === 'basic'
          ? ([
              [3, stride, from, to],
              [3, 1, width, to],
            ] as const)
          : ([
              [1, 1, from, width],
              [3, stride, width, width],
              [1, 1, width, to],
            ] as const);
      const isProjected = block === 'bottleneck' && (stride > 1 || from !== to);
      blocks.push({
        convolutions: layers.map((layer, index) => convolutionOf(`${name}/conv${index + 1}`, layer)),
        projection: isProjected ? convolutionOf(`${name}/shortcut`, [1, stride, from, to]) : undefined,
        stride,
      });
      inChannels = outChannels;
    }
  }
  return blocks;
}

function convolutionOf(
  name: string,
  [window, stride, inChannels, channels]: readonly [number, number, number, number],
): Convolution {
  return { name, window, stride, inChannels, channels };
}

/** Fans are He's own for CIFAR, torchvision's for the others. */
function convolutionSpecs({ name, window, inChannels, channels }: Convolution, isBasic: boolean): ParameterSpec[] {
  const normal = Math.sqrt(2 / (window ** 2 * (isBasic ? inChannels : channels)));
  return [
    { name: `${name}/kernel`, shape: [window, window, inChannels, channels], initializer: { normal } },
    { name: `${name}/scale`, shape: [channels], initializer: 'ones' },
    { name: `${name}/shift`, shape: [channels], initializer: 'zeros' },
  ];
}
