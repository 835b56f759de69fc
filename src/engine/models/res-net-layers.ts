import type { NormalizationId } from '../../core/config/training-config.ts';

/** What makes one residual network different from another. */
export interface ResNetSizes {
  readonly block: 'basic' | 'bottleneck';
  /** Residual blocks of each stage. All stages but the first halve the image. */
  readonly blocks: readonly number[];
  /** Channels of each stage's 3 × 3 convolutions; a bottleneck's output has four times as many. */
  readonly widths: readonly number[];
  /** Pixels along one side of an example. */
  readonly imageSize: number;
  readonly classes: number;
  readonly normalization: NormalizationId;
}

/** A convolution without bias, to be normalised. */
export interface ConvolutionSpec {
  readonly name: string;
  /** 3: 3 × 3. */
  readonly window: number;
  readonly stride: number;
  readonly padding: number;
  readonly inChannels: number;
  readonly channels: number;
  /** Pixels along one side of the result. */
  readonly outSize: number;
}

export interface ResidualBlock {
  /** All convolutions but the last, each followed by ReLU. */
  readonly convolutions: readonly ConvolutionSpec[];
  /** Followed by the addition of the shortcut, then ReLU. */
  readonly last: ConvolutionSpec;
  readonly shortcut: 'identity' | 'strided' | ConvolutionSpec;
}

export interface ResNetLayers {
  readonly stem: ConvolutionSpec;
  readonly blocks: readonly ResidualBlock[];
  readonly outChannels: number;
}

/** Channels out of a bottleneck for each of its 3 × 3 convolution. */
const EXPANSION = 4;

/** All convolutions of a residual network, with the sizes of what they read and make. */
export function resNetLayers({ block, blocks: blockCounts, widths, imageSize }: ResNetSizes): ResNetLayers {
  const isBasic = block === 'basic';
  const stem = isBasic
    ? convolution('stem', { window: 3, stride: 1, inChannels: 3, channels: widths[0] ?? 0, inSize: imageSize })
    : convolution('stem', { window: 7, stride: 2, inChannels: 3, channels: widths[0] ?? 0, inSize: imageSize });
  const blocks: ResidualBlock[] = [];
  let size = isBasic ? stem.outSize : Math.ceil(stem.outSize / 2); // after max-pool
  let inChannels = stem.channels;
  widths.forEach((width, stage) => {
    for (let number = 0; number < (blockCounts[stage] ?? 0); number += 1) {
      const stride = stage > 0 && number === 0 ? 2 : 1;
      const place = { name: `stage${stage + 1}/block${number + 1}`, inChannels, width, inSize: size, stride };
      const made = isBasic ? basicBlock(place) : bottleneck(place);
      blocks.push(made);
      size = made.last.outSize;
      inChannels = made.last.channels;
    }
  });
  return { stem, blocks, outChannels: inChannels };
}

interface BlockPlace {
  readonly name: string;
  readonly inChannels: number;
  readonly width: number;
  readonly inSize: number;
  readonly stride: number;
}

function basicBlock({ name, inChannels, width, inSize, stride }: BlockPlace): ResidualBlock {
  const first = convolution(`${name}/conv1`, { window: 3, stride, inChannels, channels: width, inSize });
  const inner = { window: 3, stride: 1, inChannels: width, channels: width, inSize: first.outSize };
  const last = convolution(`${name}/conv2`, inner);
  const isSame = stride === 1 && inChannels === width;
  return { convolutions: [first], last, shortcut: isSame ? 'identity' : 'strided' };
}

function bottleneck({ name, inChannels, width, inSize, stride }: BlockPlace): ResidualBlock {
  const outChannels = EXPANSION * width;
  const narrow = convolution(`${name}/conv1`, { window: 1, stride: 1, inChannels, channels: width, inSize });
  const middle = convolution(`${name}/conv2`, { window: 3, stride, inChannels: width, channels: width, inSize });
  const wide = { window: 1, stride: 1, inChannels: width, channels: outChannels, inSize: middle.outSize };
  const last = convolution(`${name}/conv3`, wide);
  const isSame = stride === 1 && inChannels === outChannels;
  const projection = { window: 1, stride, inChannels, channels: outChannels, inSize };
  const shortcut = isSame ? 'identity' : convolution(`${name}/shortcut`, projection);
  return { convolutions: [narrow, middle], last, shortcut };
}

interface ConvolutionSizes {
  readonly window: number;
  readonly stride: number;
  readonly inChannels: number;
  readonly channels: number;
  readonly inSize: number;
}

/** Padding keeps the size where the stride is 1: 3 for a window of 7, 1 for 3, 0 for 1. */
function convolution(name: string, { inSize, ...sizes }: ConvolutionSizes): ConvolutionSpec {
  const padding = (sizes.window - 1) / 2;
  const outSize = Math.floor((inSize + 2 * padding - sizes.window) / sizes.stride) + 1;
  return { name, ...sizes, padding, outSize };
}
