import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { encodeIdx, parseIdx, readIdxHeader } from '../../../../src/engine/datasets/idx.ts';

const shapes = fc.array(fc.integer({ min: 0, max: 5 }), { minLength: 1, maxLength: 4 });
const files = shapes.chain((shape) => {
  const count = shape.reduce((product, extent) => product * extent, 1);
  return fc.record({ shape: fc.constant(shape), data: fc.uint8Array({ minLength: count, maxLength: count }) });
});

/** Two images of 2 × 3: 4 + 3 × 4 bytes of header, 12 of elements, 28 in all. */
const example = encodeIdx([2, 2, 3], Uint8Array.of(0, 1, 2, 3, 4, 5, 250, 251, 252, 253, 254, 255));

describe('parseIdx', () => {
  it('reads the layout of the format, byte by byte', () => {
    const bytes = Uint8Array.of(0, 0, 8, 2, 0, 0, 0, 2, 0, 0, 0, 3, 10, 11, 12, 13, 14, 15);
    expect(parseIdx(bytes, [2, 3])).toEqual({
      status: 'parsed',
      array: { shape: [2, 3], data: Uint8Array.of(10, 11, 12, 13, 14, 15) },
    });
  });

  it('reads dimensions as big-endian and unsigned', () => {
    const bytes = Uint8Array.of(0, 0, 8, 1, 0xff, 0, 0, 1);
    expect(readIdxHeader(bytes)).toMatchObject({ status: 'header', shape: [0xff000001], totalBytes: 0xff000001 + 8 });
  });

  it('gives back what encodeIdx wrote', () => {
    fc.assert(
      fc.property(files, ({ shape, data }) => {
        const result = parseIdx(encodeIdx(shape, data), shape);
        expect(result).toEqual({ status: 'parsed', array: { shape, data: new Uint8Array(data) } });
      }),
    );
  });

  it('says how many bytes are missing, wherever the file is cut', () => {
    for (let length = 0; length < example.length; length++) {
      // Four bytes name the rank, 16 hold the dimensions, 28 are the file.
      const expectedBytes = length < 4 ? 4 : length < 16 ? 16 : 28;
      expect(parseIdx(example.slice(0, length), [2, 2, 3])).toEqual({
        status: 'truncated',
        expectedBytes,
        foundBytes: length,
      });
    }
  });

  it('refuses bytes behind the last element', () => {
    const longer = new Uint8Array([...example, 0, 0]);
    expect(parseIdx(longer, [2, 2, 3])).toEqual({ status: 'trailing-bytes', expectedBytes: 28, foundBytes: 30 });
  });

  it.each([
    ['a ZIP file', [0x50, 0x4b, 3, 4, 0, 0], 'bytes 50 4b 03 04'],
    ['gzip', [0x1f, 0x8b, 8], 'bytes 1f 8b 08'],
    ['float elements', [0, 0, 0x0d, 1, 0, 0, 0, 0], 'bytes 00 00 0d 01'],
    ['rank 0', [0, 0, 8, 0], 'bytes 00 00 08 00'],
  ])('refuses %s at its first bytes and shows them', (_, bytes, found) => {
    expect(parseIdx(Uint8Array.from(bytes), [null])).toMatchObject({ status: 'not-idx', found });
  });

  it('refuses another shape, but takes any extent where none is asked for', () => {
    expect(parseIdx(example, [null, 2, 3])).toMatchObject({ status: 'parsed' });
    expect(parseIdx(example, [null, 28, 28])).toEqual({
      status: 'wrong-dimensions',
      expected: [null, 28, 28],
      found: [2, 2, 3],
    });
    expect(parseIdx(example, [2])).toMatchObject({ status: 'wrong-dimensions', found: [2, 2, 3] });
  });

  it('reads a file that lies in the middle of a larger buffer', () => {
    const around = new Uint8Array([9, 9, 9, ...example, 9]);
    expect(parseIdx(around.subarray(3, 3 + example.length), [2, 2, 3])).toMatchObject({ status: 'parsed' });
  });
});

describe('encodeIdx', () => {
  it('refuses data that do not fill the shape', () => {
    expect(() => encodeIdx([2, 2], new Uint8Array(3))).toThrow('Shape 2 × 2 has 4 elements, the data 3');
    expect(() => encodeIdx([], new Uint8Array(1))).toThrow(RangeError);
  });
});
