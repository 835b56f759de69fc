import type { Rank, Tensor, Tensor4D } from '@tensorflow/tfjs-core';
import { describe, expect, test } from 'vitest';
import { createPrng } from '../../../src/core/prng.ts';
import { withEagerBackend } from '../eager-backend.ts';
import { relativeError, sizeOf } from '../training/golden-values.ts';
import { type Convolution, convolveOnHost, geometryOf } from './conv-on-host.ts';
import { largestDifference, randomFloats } from './random-values.ts';

const MOST_ERROR = 1e-6;

/** Compares y, with bias and with ReLU, and the gradients of x and filter with sums in float64. */
async function expectExact(convolution: Convolution): Promise<void> {
  const { outShape } = geometryOf(convolution);
  const x = randomFloats(sizeOf(convolution.x), 1);
  const filter = randomFloats(sizeOf(convolution.filter), 2);
  const dy = randomFloats(sizeOf(outShape), 3);
  const bias = randomFloats(outShape[3], 4);
  const { y, dx, dw } = convolveOnHost(convolution, { x, filter, dy });
  const biased = y.map((value, i) => value + (bias[i % bias.length] ?? Number.NaN));
  const rectified = biased.map((value) => Math.max(value, 0));
  await withEagerBackend(async (tf) => {
    const inputs = [tf.tensor4d(x, [...convolution.x]), tf.tensor4d(filter, [...convolution.filter])] as const;
    const { pad } = convolution;
    const strides: [number, number] = [...convolution.strides];
    const fused = { x: inputs[0], filter: inputs[1], strides, pad, bias: tf.tensor1d(bias) };
    const withRelu = tf.fused.conv2d({ ...fused, activation: 'relu' });
    expect(relativeError(await tf.fused.conv2d(fused).data(), biased)).toBeLessThan(MOST_ERROR);
    expect(relativeError(await withRelu.data(), rectified)).toBeLessThan(MOST_ERROR);
    const convolve = (...[a, b]: Tensor[]) => tf.conv2d(a as Tensor4D, b as Tensor4D, strides, pad);
    const { value, grads } = tf.valueAndGrads(convolve)([...inputs], tf.tensor4d(dy, [...outShape]));
    expect([value, ...grads].map(({ shape }) => shape)).toEqual([outShape, convolution.x, convolution.filter]);
    expect(relativeError(await value.data(), y)).toBeLessThan(MOST_ERROR);
    expect(relativeError((await grads[0]?.data()) ?? [], dx)).toBeLessThan(MOST_ERROR);
    expect(relativeError((await grads[1]?.data()) ?? [], dw)).toBeLessThan(MOST_ERROR);
  });
}

/** Odd sizes, one to three examples, channels that are read one by one and in fours. */
function randomConvolution(seed: number): Convolution {
  const prng = createPrng(seed, 'convolution');
  const upTo = (most: number) => 1 + Math.floor(prng.nextFloat() * most);
  const channels = () => (prng.nextFloat() < 0.5 ? 4 * upTo(5) : upTo(11));
  const pad = (['same', 'valid', 1] as const)[seed % 3] ?? 'same';
  // A number of pixels is padding of square filters alone in tfjs.
  const square = pad === 1;
  const [height, stride, inChannels] = [upTo(4), upTo(3), channels()];
  const width = square ? height : upTo(4);
  return {
    x: [upTo(3), height + upTo(9), width + upTo(9), inChannels],
    filter: [height, width, inChannels, channels()],
    strides: [stride, square ? stride : upTo(3)],
    pad,
  };
}

describe('convolution, bias, ReLU and both gradients are those of sums in float64', () => {
  const layers: readonly (readonly [string, Convolution])[] = [
    ['of the first layer of fashion-convnet', layer([3, 28, 28, 1], [5, 5, 1, 24], 1, 'valid')],
    ['of its second layer', layer([7, 12, 12, 24], [3, 3, 24, 32], 1, 'valid')],
    ['3×3, padded', layer([2, 9, 11, 16], [3, 3, 16, 16], 1, 'same')],
    ['3×3, stride 2, padded on one side', layer([5, 8, 8, 16], [3, 3, 16, 32], 2, 'same')],
    ['3×3, stride 2, padded on both sides', layer([1, 15, 15, 12], [3, 3, 12, 8], 2, 1)],
    ['1×1', layer([3, 7, 7, 64], [1, 1, 64, 20], 1, 'same')],
    ['1×1, stride 2: pixels that no window sees have the gradient 0', layer([2, 8, 7, 8], [1, 1, 8, 24], 2, 'valid')],
    ['7×7, stride 2, on three channels', layer([1, 30, 30, 3], [7, 7, 3, 16], 2, 3)],
    ['of an image no larger than the filter', layer([5, 3, 3, 8], [3, 3, 8, 4], 1, 'valid')],
    ['of a filter too large for partial sums', layer([1, 3, 3, 128], [3, 3, 128, 256], 1, 1)],
  ];
  test.each(layers)('%s', async (_, convolution) => await expectExact(convolution));

  test.each([1, 2, 3, 6].map(randomConvolution))('%j', async (convolution) => await expectExact(convolution));
});

function layer(
  x: Convolution['x'],
  filter: Convolution['filter'],
  stride: number,
  pad: Convolution['pad'],
): Convolution {
  return { x, filter, strides: [stride, stride], pad };
}

describe('a convolution', () => {
  test('keeps values outside its windows out, even infinite ones', async () => {
    await withEagerBackend(async (tf) => {
      const x = tf.tensor4d([1, 2, Number.POSITIVE_INFINITY, Number.NaN], [1, 1, 4, 1]);
      const filter = tf.ones<Rank.R4>([1, 3, 1, 1]);
      expect([...(await tf.conv2d(x, filter, 3, 'same').data())]).toEqual([3, Number.NaN]);
    });
  });

  test('gives the same bits twice', async () => {
    await withEagerBackend(async (tf) => {
      const x = tf.tensor4d(randomFloats(16 * 8 * 8 * 16, 1), [16, 8, 8, 16]);
      const dy = tf.tensor4d(randomFloats(16 * 8 * 8 * 16, 2), [16, 8, 8, 16]);
      const gradient = async () => {
        const backward = tf.grad((filter) => tf.conv2d(x, filter as Tensor4D, 1, 'same'));
        return await backward(tf.ones([3, 3, 16, 16]), dy).data();
      };
      expect(largestDifference(await gradient(), await gradient())).toBe(0);
    });
  });

  test('with dilation or another activation stays with tfjs', async () => {
    await withEagerBackend(async (tf) => {
      const x = tf.tensor4d([1, -2, 3, -4, 5], [1, 1, 5, 1]);
      const filter = tf.tensor4d([1, 10], [1, 2, 1, 1]);
      expect([...(await tf.conv2d(x, filter, 1, 'valid', 'NHWC', 2).data())]).toEqual([31, -42, 53]);
      const relu6 = tf.fused.conv2d({ x, filter, strides: 1, pad: 'valid', activation: 'relu6' });
      expect([...(await relu6.data())]).toEqual([0, 6, 0, 6]);
    });
  });
});
