import type { backend_util } from '@tensorflow/tfjs-core';
import type { Tile } from './register-tiles.ts';

/** Sizes of a convolution on NHWC as tfjs computes them: padding at the top and left, strides, no dilation. */
export type ConvInfo = backend_util.Conv2DInfo;

/** Fields of the uniform block that all kernels of convolutions read. */
export const CONV_UNIFORMS = `examples : i32, inHeight : i32, inWidth : i32, inChannels : i32, outHeight : i32,
  outWidth : i32, outChannels : i32, filterHeight : i32, filterWidth : i32, strideHeight : i32, strideWidth : i32,
  padTop : i32, padLeft : i32,`;

/** Values of CONV_UNIFORMS and of `more` integers after them. */
export function convUniforms(info: ConvInfo, ...more: readonly number[]): { type: string; data: number[] }[] {
  const { batchSize, inHeight, inWidth, inChannels, outHeight, outWidth, outChannels } = info;
  const { filterHeight, filterWidth, strideHeight, strideWidth, padInfo } = info;
  const images = [batchSize, inHeight, inWidth, inChannels, outHeight, outWidth, outChannels];
  const windows = [filterHeight, filterWidth, strideHeight, strideWidth, padInfo.top, padInfo.left];
  return [...images, ...windows, ...more].map((value) => ({ type: 'int32', data: [value] }));
}

/** Whether windows reach beyond the image. */
export function isPadded({ padInfo: { top, bottom, left, right } }: ConvInfo): boolean {
  return top + bottom + left + right > 0;
}

/** Tiles of pixels for `groups` groups of channels, the largest first. */
export function pixelTiles(groups: number): readonly Tile[] {
  const narrow = [
    { rows: 8, columns: 1 },
    { rows: 4, columns: 1 },
  ];
  return groups % 2 === 0 ? [{ rows: 8, columns: 2 }, ...narrow] : narrow;
}
