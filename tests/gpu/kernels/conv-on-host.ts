type Shape = readonly [number, number, number, number];

/** A convolution on NHWC; its filter is [height, width, inChannels, outChannels]. */
export interface Convolution {
  readonly x: Shape;
  readonly filter: Shape;
  readonly strides: readonly [number, number];
  readonly pad: 'same' | 'valid' | number;
}

interface Geometry {
  readonly outShape: Shape;
  readonly padTop: number;
  readonly padLeft: number;
}

/** Output size and padding of one axis, as TensorFlow defines them. */
function axisOf(
  size: number,
  window: number,
  stride: number,
  pad: Convolution['pad'],
): { out: number; before: number } {
  if (pad === 'same') {
    const out = Math.ceil(size / stride);
    return { out, before: Math.floor(Math.max(0, (out - 1) * stride + window - size) / 2) };
  }
  const before = pad === 'valid' ? 0 : pad;
  return { out: Math.floor((size + 2 * before - window) / stride) + 1, before };
}

export function geometryOf({ x, filter, strides, pad }: Convolution): Geometry {
  const rows = axisOf(x[1], filter[0], strides[0], pad);
  const columns = axisOf(x[2], filter[1], strides[1], pad);
  return { outShape: [x[0], rows.out, columns.out, filter[3]], padTop: rows.before, padLeft: columns.before };
}

/** Calls `visit` with the places in x, filter and y of every product that a convolution adds up. */
function visitProducts(convolution: Convolution, visit: (x: number, filter: number, y: number) => void): void {
  const { x, filter, strides } = convolution;
  const { outShape, padTop, padLeft } = geometryOf(convolution);
  const [examples, outHeight, outWidth, outChannels] = outShape;
  for (let pixel = 0; pixel < examples * outHeight * outWidth; pixel += 1) {
    const line = Math.floor(pixel / outWidth);
    const top = (line % outHeight) * strides[0] - padTop;
    const left = (pixel % outWidth) * strides[1] - padLeft;
    for (let place = 0; place < filter[0] * filter[1]; place += 1) {
      const row = top + Math.floor(place / filter[1]);
      const column = left + (place % filter[1]);
      if (row < 0 || row >= x[1] || column < 0 || column >= x[2]) continue;
      const source = (Math.floor(line / outHeight) * x[1] + row) * x[2] + column;
      for (let channel = 0; channel < x[3]; channel += 1) {
        for (let out = 0; out < outChannels; out += 1) {
          visit(source * x[3] + channel, (place * x[3] + channel) * outChannels + out, pixel * outChannels + out);
        }
      }
    }
  }
}

interface Values {
  readonly x: Float32Array;
  readonly filter: Float32Array;
  readonly dy: Float32Array;
}

/** y without bias and the gradients of x and the filter for `dy`, summed in float64. */
export function convolveOnHost(convolution: Convolution, { x, filter, dy }: Values) {
  const y = new Float64Array(dy.length);
  const dx = new Float64Array(x.length);
  const dw = new Float64Array(filter.length);
  visitProducts(convolution, (i, j, k) => {
    const [pixel, weight, gradient] = [x[i] ?? Number.NaN, filter[j] ?? Number.NaN, dy[k] ?? Number.NaN];
    y[k] = (y[k] ?? 0) + pixel * weight;
    dx[i] = (dx[i] ?? 0) + gradient * weight;
    dw[j] = (dw[j] ?? 0) + gradient * pixel;
  });
  return { y, dx, dw };
}
