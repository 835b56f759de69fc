import { expect, test } from 'vitest';
import { createByteImageDataset } from '../../../../src/engine/datasets/byte-image-dataset.ts';
import { asColourImages } from '../../../../src/engine/datasets/cifar-stand-in.ts';
import { createSliceStaging } from '../../../../src/engine/datasets/slice-staging.ts';

/** Three images of 2 × 3 with the bytes 51, 102, …: multiples of a fifth. */
const grey = createByteImageDataset({
  id: 'grey',
  exampleShape: [2, 3, 1],
  classes: ['a', 'b'],
  train: {
    images: Uint8Array.from({ length: 18 }, (_, i) => 51 * (1 + (i % 5))),
    labels: Uint8Array.of(0, 1, 0),
  },
  test: { images: new Uint8Array(6), labels: Uint8Array.of(1) },
});
const colour = asColourImages(grey);

test('images stand in the middle of black ones of 32 × 32, the same in all three channels, in the order asked for', () => {
  expect(colour).toMatchObject({ exampleShape: [32, 32, 3], trainExamples: 3, testExamples: 1 });
  const staging = createSliceStaging(3, 32 * 32 * 3, 1);
  staging.values.fill(7);
  colour.gather('train', Uint32Array.of(2, 0, 1), 0, 3, staging);
  expect([...staging.labels]).toEqual([0, 0, 1]);
  for (const [slot, example] of [2, 0, 1].entries()) {
    const expected = new Float32Array(32 * 32 * 3);
    for (let y = 0; y < 2; y += 1) {
      for (let x = 0; x < 3; x += 1) {
        const value = Math.fround((1 + ((example * 6 + y * 3 + x) % 5)) / 5);
        const at = ((15 + y) * 32 + 14 + x) * 3;
        expected.fill(value, at, at + 3);
      }
    }
    expect(staging.values.slice(slot * expected.length, (slot + 1) * expected.length)).toEqual(expected);
  }
});

test('raw images are enlarged alike', () => {
  const image = colour.rawImage('train', 0);
  expect(image).toHaveLength(32 * 32 * 3);
  expect([...image.slice((15 * 32 + 14) * 3, (15 * 32 + 15) * 3)]).toEqual([51, 51, 51]);
  expect(image.reduce((sum, byte) => sum + byte, 0)).toBe(3 * 51 * (1 + 2 + 3 + 4 + 5 + 1));
});
