import * as tf from '@tensorflow/tfjs-core';
import type { NormalizationId } from '../../core/config/training-config.ts';
import { globalAveragePool } from '../kernels/global-average-pool.ts';
import { maxPool } from '../kernels/max-pool.ts';
import { type Affine, batchLayout, groupLayout, type Moments, momentsOf, normalize } from '../kernels/normalization.ts';
import { normalizedConvolution } from '../kernels/normalized-convolution.ts';
import { stridedShortcut } from '../kernels/strided-shortcut.ts';
import { dense } from './dense.ts';
import type { Model, ModelContext, NamedTensors } from './model.ts';
import { againOf, atOnce, type Once, recomputed } from './recomputed.ts';
import { type ConvolutionSpec, type ResidualBlock, type ResNetSizes, resNetLayers } from './res-net-layers.ts';

/** ImageNet's convention; where there are fewer channels, two to a group. */
const MOST_GROUPS = 32;

/**
 * A residual network (He et al., 2016) of images [m, size, size, 3]: ResNet-20 of CIFAR where blocks are `basic`, with
 * shortcuts without parameters; torchvision's ResNet-50 and -152 where they are `bottleneck`, with the stride in the
 * 3 × 3 convolution and projections as shortcuts. Padding is symmetric. No convolution has a bias.
 *
 * Each normalisation, the addition of the shortcut and ReLU are one kernel. For its backward pass a block keeps what its
 * convolutions made and its own output; what its inner convolutions read is kept too, or made again. Where whole blocks
 * are made again, a block keeps what it reads, and the moments of its normalisations.
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
      const network = { parameters, context, normalization: sizes.normalization, once: atOnce };
      let x = normalizedSum(network, stem, convolve(network, stem, examples), { relu: true });
      if (sizes.block === 'bottleneck') x = maxPool(x, 3, { stride: 2, padding: 1 });
      for (const block of blocks) x = residualBlock(network, block, x);
      x = globalAveragePool(x); // [m, outChannels]
      x = context.dropout(x, 1);
      return dense(parameters, 'dense', x); // [m, classes]
    },
  };
}

interface Network {
  readonly parameters: NamedTensors;
  readonly context: ModelContext;
  readonly normalization: NormalizationId;
  readonly once: Once;
}

function residualBlock(network: Network, block: ResidualBlock, x: tf.Tensor): tf.Tensor {
  if (network.context.recomputation !== 'blocks') return residual(network, block, x);
  const names = convolutionsOf(block).flatMap(({ name }) => [`${name}/kernel`, `${name}/scale`, `${name}/shift`]);
  const again = (parameters: NamedTensors, input: tf.Tensor, once: Once) =>
    residual({ ...network, parameters, once }, block, input);
  return recomputed(again, names, network, x);
}

/** Convolution → normalisation → ReLU → … → convolution → normalisation → addition → ReLU. */
function residual(network: Network, { convolutions, last, shortcut }: ResidualBlock, x: tf.Tensor): tf.Tensor {
  const [first = last, ...inner] = convolutions;
  const again = againOf(network.context);
  let from = first;
  let y = convolve(network, first, x);
  for (const to of [...inner, last]) {
    const filter = network.parameters.get(`${to.name}/kernel`);
    y = normalizedConvolution(y, momentsFor(network, from, y), affineOf(network, from), filter, to, again);
    from = to;
  }
  let add = x;
  if (shortcut === 'strided') add = stridedShortcut(x, last.channels);
  else if (shortcut !== 'identity') add = normalizedSum(network, shortcut, convolve(network, shortcut, x), {});
  return normalizedSum(network, last, y, { add, relu: true });
}

function convolve({ parameters }: Network, { name, stride, padding }: ConvolutionSpec, x: tf.Tensor): tf.Tensor {
  return tf.conv2d(x as tf.Tensor4D, parameters.get(`${name}/kernel`) as tf.Tensor4D, stride, padding);
}

/** The normalisation behind a convolution, the addition and ReLU: `x` is what the convolution made. */
function normalizedSum(network: Network, spec: ConvolutionSpec, x: tf.Tensor, then: Pick<Affine, 'add' | 'relu'>) {
  return normalize(x, momentsFor(network, spec, x), { ...affineOf(network, spec), ...then });
}

function affineOf({ parameters }: Network, { name }: ConvolutionSpec): Pick<Affine, 'scale' | 'shift'> {
  return { scale: parameters.get(`${name}/scale`), shift: parameters.get(`${name}/shift`) };
}

function momentsFor(network: Network, { name, channels }: ConvolutionSpec, x: tf.Tensor): Moments {
  const { context, normalization, once } = network;
  if (normalization === 'batch') {
    return { layout: batchLayout(x), moments: once(() => context.batchMoments(name, x).moments) };
  }
  const layout = groupLayout(x, Math.min(MOST_GROUPS, channels / 2));
  return { layout, moments: once(() => momentsOf(x, layout).moments) };
}

function convolutionsOf({ convolutions, last, shortcut }: ResidualBlock): ConvolutionSpec[] {
  return [...convolutions, last, ...(typeof shortcut === 'string' ? [] : [shortcut])];
}

function normalizationOf({ name, channels, outSize }: ConvolutionSpec) {
  return { name, channels, elementsPerExample: outSize ** 2 };
}
