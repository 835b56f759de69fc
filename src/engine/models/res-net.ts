import * as tf from '@tensorflow/tfjs-core';
import { globalAveragePool } from '../kernels/global-average-pool.ts';
import { maxPool } from '../kernels/max-pool.ts';
import { type Affine, groupNormalize } from '../kernels/normalization.ts';
import { stridedShortcut } from '../kernels/strided-shortcut.ts';
import { dense } from './dense.ts';
import type { Model, ModelContext, NamedTensors } from './model.ts';
import { type ConvolutionSpec, type ResidualBlock, type ResNetSizes, resNetLayers } from './res-net-layers.ts';

/** ImageNet's convention; where there are fewer channels, two to a group. */
const MOST_GROUPS = 32;

/**
 * A residual network (He et al., 2016) of images [m, size, size, 3]: ResNet-20 of CIFAR where blocks are `basic`, with
 * shortcuts without parameters; torchvision's ResNet-50 and -152 where they are `bottleneck`, with the stride in the
 * 3 × 3 convolution and projections as shortcuts. Padding is symmetric. No convolution has a bias.
 *
 * Each normalisation, the addition of the shortcut and ReLU are one kernel: for its backward pass a block keeps what its
 * convolutions read and what they made, and nothing else.
 */
export function resNet(sizes: ResNetSizes): Model {
  const { stem, blocks, outChannels } = resNetLayers(sizes);
  const convolutions = [stem, ...blocks.flatMap(convolutionsOf)];
  return {
    parameters: [
      ...convolutions.flatMap(({ name, window, inChannels, channels }) => [
        {
          name: `${name}/kernel`,
          shape: [window, window, inChannels, channels],
          // He et al. (2015): CIFAR's by the inputs, as in the paper; the others by the outputs, as in torchvision.
          initializer: { normal: Math.sqrt(2 / (window ** 2 * (sizes.block === 'basic' ? inChannels : channels))) },
        },
        { name: `${name}/scale`, shape: [channels], initializer: 'ones' as const },
        { name: `${name}/shift`, shape: [channels], initializer: 'zeros' as const },
      ]),
      {
        name: 'dense/kernel',
        shape: [outChannels, sizes.classes],
        initializer: { uniform: 1 / Math.sqrt(outChannels) },
      },
      { name: 'dense/bias', shape: [sizes.classes], initializer: { uniform: 1 / Math.sqrt(outChannels) } },
    ],
    ...(sizes.normalization === 'group' ? {} : { normalizations: convolutions.map(normalizationOf) }),
    forward(parameters, examples, context) {
      const network = { parameters, context, normalization: sizes.normalization };
      let x = convolve(network, stem, examples, { relu: true });
      if (sizes.block === 'bottleneck') x = maxPool(x, 3, { stride: 2, padding: 1 });
      for (const block of blocks) x = residual(network, block, x);
      x = globalAveragePool(x); // [m, outChannels]
      x = context.dropout(x, 1);
      return dense(parameters, 'dense', x); // [m, classes]
    },
  };
}

interface Network {
  readonly parameters: NamedTensors;
  readonly context: ModelContext;
  readonly normalization: ResNetSizes['normalization'];
}

/** Convolution → normalisation → addition → ReLU. */
function convolve(
  network: Network,
  spec: ConvolutionSpec,
  x: tf.Tensor,
  then: Pick<Affine, 'add' | 'relu'>,
): tf.Tensor {
  const { parameters, context, normalization } = network;
  const { name, stride, padding, channels } = spec;
  const kernel = parameters.get(`${name}/kernel`) as tf.Tensor4D;
  const convolved = tf.conv2d(x as tf.Tensor4D, kernel, stride, padding);
  const affine = { scale: parameters.get(`${name}/scale`), shift: parameters.get(`${name}/shift`), ...then };
  if (normalization === 'batch') return context.batchNormalize(name, convolved, affine);
  return groupNormalize(convolved, Math.min(MOST_GROUPS, channels / 2), affine);
}

function residual(network: Network, { convolutions, last, shortcut }: ResidualBlock, x: tf.Tensor): tf.Tensor {
  let y = x;
  for (const spec of convolutions) y = convolve(network, spec, y, { relu: true });
  let add = x;
  if (shortcut === 'strided') add = stridedShortcut(x, last.channels);
  else if (shortcut !== 'identity') add = convolve(network, shortcut, x, { relu: false });
  return convolve(network, last, y, { add, relu: true });
}

function convolutionsOf({ convolutions, last, shortcut }: ResidualBlock): ConvolutionSpec[] {
  return [...convolutions, last, ...(typeof shortcut === 'string' ? [] : [shortcut])];
}

function normalizationOf({ name, channels, outSize }: ConvolutionSpec) {
  return { name, channels, elementsPerExample: outSize ** 2 };
}
