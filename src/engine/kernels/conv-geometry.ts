import type { backend_util } from '@tensorflow/tfjs-core';
import type { Components } from './elementwise-program.ts';

/** Sizes of a convolution on NHWC as tfjs computes them: padding at the top and left, strides, no dilation. */
export type ConvInfo = backend_util.Conv2DInfo;

/** Fewer threads than these leave a GPU idle; from here on, larger tiles do more arithmetic for each value they read. */
const BUSY_THREADS = 2048;

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

/** How many channels are read at once. */
export function channelComponents(channels: number): Components {
  return channels % 4 === 0 ? 4 : 1;
}

/** What one thread makes: `rows` values (pixels, or values of a filter row), each for `columns` groups of channels. */
export interface Tile {
  readonly rows: number;
  readonly columns: number;
}

/** The first of `tiles`, the largest first, that makes enough threads; else the last. */
export function busyTile(tiles: readonly Tile[], threadsOf: (tile: Tile) => number): Tile {
  const busy = tiles.find((tile) => threadsOf(tile) >= BUSY_THREADS) ?? tiles.at(-1);
  if (!busy) throw new Error('A kernel without tiles.');
  return busy;
}

/** Tiles of pixels for `groups` groups of channels, the largest first. */
export function pixelTiles(groups: number): readonly Tile[] {
  const narrow = [
    { rows: 8, columns: 1 },
    { rows: 4, columns: 1 },
  ];
  return groups % 2 === 0 ? [{ rows: 8, columns: 2 }, ...narrow] : narrow;
}

/** WGSL type of so many floats. */
export function floats(components: Components): string {
  return components === 4 ? 'vec4<f32>' : 'f32';
}

/** WGSL: component of a value of so many floats. */
export function component(value: string, components: Components, index: number): string {
  return components === 4 ? `${value}[${index}]` : value;
}

/** WGSL for each of 0 … count − 1. */
export function each(count: number, code: (index: number) => string, separator = '\n'): string {
  return Array.from({ length: count }, (_, index) => code(index)).join(separator);
}
