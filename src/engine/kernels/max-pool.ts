import * as tf from '@tensorflow/tfjs-core';
import { elementwiseProgram } from './elementwise-program.ts';
import { flat, webGpuBackend } from './webgpu-backend.ts';

const LARGEST_WINDOW = 16;

/**
 * The place of each maximum is packed: `bits` for one output, 32 / bits outputs a word. Output o is in word o mod words,
 * lane o / words, so that neighbouring threads touch neighbouring words.
 */
const UNIFORMS = `height : i32, width : i32, channels : i32, outHeight : i32, outWidth : i32, window : i32,
  stride : i32, padding : i32, relu : i32, outputs : i32, words : i32, bits : i32,`;

/**
 * The first maximum of a window and its place, row by row; pixels outside the image are none of it. As in PyTorch, NaN
 * counts as larger than any number. With ReLU, a maximum of 0 or less is 0 and has the place after the last: no pixel's.
 */
const FIRST_MAXIMUM = /* wgsl */ `
  struct Maximum { value : f32, place : i32 }
  fn firstMaximum(output: i32) -> Maximum {
    let channel = output % uniforms.channels;
    let pixel = output / uniforms.channels;
    let column = pixel % uniforms.outWidth;
    let line = pixel / uniforms.outWidth;
    let row = line % uniforms.outHeight;
    let example = line / uniforms.outHeight;
    let top = row * uniforms.stride - uniforms.padding;
    let left = column * uniforms.stride - uniforms.padding;
    var best = Maximum(0.0, -1);
    for (var y = max(0, -top); y < min(uniforms.window, uniforms.height - top); y += 1) {
      let at = ((example * uniforms.height + top + y) * uniforms.width + left) * uniforms.channels + channel;
      for (var z = max(0, -left); z < min(uniforms.window, uniforms.width - left); z += 1) {
        let value = x[at + z * uniforms.channels];
        if (best.place < 0 || value > best.value || isnan(value)) { best = Maximum(value, y * uniforms.window + z); }
      }
    }
    if (uniforms.relu == 1 && best.value <= 0.0) { best = Maximum(0.0, uniforms.window * uniforms.window); }
    return best;
  }`;

const PLACES_BODY = /* wgsl */ `
  var word = 0u;
  var shift = 0u;
  for (var output = index; output < uniforms.outputs; output += uniforms.words) {
    word |= u32(firstMaximum(output).place) << shift;
    shift += u32(uniforms.bits);
  }
  result[index] = bitcast<i32>(word);`;

/** Sums over the windows that a pixel lies in: one where they only touch. */
const GRADIENT_BODY = /* wgsl */ `
  let channel = index % uniforms.channels;
  let pixel = index / uniforms.channels;
  let line = pixel / uniforms.width;
  let example = line / uniforms.height;
  let x = pixel % uniforms.width + uniforms.padding;
  let y = line % uniforms.height + uniforms.padding;
  let firstRow = max(0, (y - uniforms.window + uniforms.stride) / uniforms.stride);
  let lastRow = min(uniforms.outHeight - 1, y / uniforms.stride);
  let firstColumn = max(0, (x - uniforms.window + uniforms.stride) / uniforms.stride);
  let lastColumn = min(uniforms.outWidth - 1, x / uniforms.stride);
  var gradient = 0.0;
  for (var row = firstRow; row <= lastRow; row += 1) {
    for (var column = firstColumn; column <= lastColumn; column += 1) {
      let output = ((example * uniforms.outHeight + row) * uniforms.outWidth + column) * uniforms.channels + channel;
      let lane = output / uniforms.words;
      let word = bitcast<u32>(places[output - lane * uniforms.words]);
      let place = (word >> u32(lane * uniforms.bits)) & ((1u << u32(uniforms.bits)) - 1u);
      let here = (y - row * uniforms.stride) * uniforms.window + x - column * uniforms.stride;
      gradient += select(0.0, dy[output], place == u32(here));
    }
  }
  result[index] = gradient;`;

/** Where windows lie. Without it they touch and do not overlap, from the first pixel on. */
export interface PoolPlacement {
  readonly stride: number;
  /** Pixels by which the first window reaches beyond the image; less than the window. */
  readonly padding: number;
}

/**
 * Maximum over windows of `window` × `window` pixels: `x` [m, height, width, channels] → [m, height', width', channels]
 * with height' = ⌊(height + 2·padding − window) / stride⌋ + 1, as `torch.nn.functional.max_pool2d`. Pixels beyond the
 * last window belong to none.
 *
 * The backward pass keeps the place of each maximum (2 bits an output for windows of 2 × 2) and neither `x` nor the
 * result. Of equal maxima the first has the gradient, as in PyTorch.
 */
export function maxPool(x: tf.Tensor, window: number, placement?: PoolPlacement): tf.Tensor {
  return pool(x, poolGeometry(x.shape, window, false, placement));
}

/** ReLU of `maxPool`, in the same kernels: one place more (3 bits for windows of 2 × 2) says that no pixel has a gradient. */
export function maxPoolRelu(x: tf.Tensor, window: number): tf.Tensor {
  return pool(x, poolGeometry(x.shape, window, true));
}

function pool(x: tf.Tensor, geometry: PoolGeometry): tf.Tensor {
  const pooled = tf.customGrad((input, save) => {
    const places = maximumPlaces(input as tf.Tensor, geometry);
    (save as tf.GradSaveFunc)([places]);
    return {
      value: maxima(input as tf.Tensor, geometry),
      gradFunc: (dy: tf.Tensor, saved: tf.Tensor[]) => poolGradient(dy, saved[0] as tf.Tensor, geometry),
    };
  });
  return pooled(x);
}

interface PoolGeometry {
  readonly inShape: readonly number[];
  readonly outShape: readonly [number, number, number, number];
  readonly outputs: number;
  readonly words: number;
  readonly uniforms: { type: string; data: number[] }[];
}

function poolGeometry(
  inShape: readonly number[],
  window: number,
  relu: boolean,
  { stride, padding }: PoolPlacement = { stride: window, padding: 0 },
): PoolGeometry {
  const [examples = 0, height = 0, width = 0, channels = 0] = inShape;
  if (inShape.length !== 4 || !Number.isInteger(window) || window < 1 || window > LARGEST_WINDOW) {
    throw new Error(`maxPool takes rank 4 and windows of 1 to ${LARGEST_WINDOW}, not [${inShape}] and ${window}.`);
  }
  if (stride < 1 || padding < 0 || padding >= window) {
    throw new Error(`maxPool takes no stride of ${stride} and no padding of ${padding} with windows of ${window}.`);
  }
  const windows = (length: number) => Math.floor((length + 2 * padding - window) / stride) + 1;
  const [outHeight, outWidth] = [windows(height), windows(width)];
  const outputs = examples * outHeight * outWidth * channels;
  const places = window * window + Number(relu);
  const bits = Math.max(1, Math.ceil(Math.log2(places)));
  const words = Math.ceil(outputs / Math.floor(32 / bits));
  const flags = [Number(relu), outputs, words, bits];
  const values = [height, width, channels, outHeight, outWidth, window, stride, padding, ...flags];
  return {
    inShape,
    outShape: [examples, outHeight, outWidth, channels],
    outputs,
    words,
    uniforms: values.map((value) => ({ type: 'int32', data: [value] })),
  };
}

function maximumPlaces(x: tf.Tensor, { words, uniforms }: PoolGeometry): tf.Tensor {
  const program = elementwiseProgram({
    name: 'MaxPoolPlaces',
    variableNames: ['x'],
    size: words,
    uniforms: UNIFORMS,
    declarations: FIRST_MAXIMUM,
    body: PLACES_BODY,
  });
  return run(program, [x], 'int32', uniforms, [words]);
}

function maxima(x: tf.Tensor, { outputs, outShape, uniforms }: PoolGeometry): tf.Tensor {
  const program = elementwiseProgram({
    name: 'MaxPool',
    variableNames: ['x'],
    size: outputs,
    uniforms: UNIFORMS,
    declarations: FIRST_MAXIMUM,
    body: 'result[index] = firstMaximum(index).value;',
  });
  return run(program, [x], 'float32', uniforms, outShape);
}

function poolGradient(dy: tf.Tensor, places: tf.Tensor, { inShape, uniforms }: PoolGeometry): tf.Tensor {
  const program = elementwiseProgram({
    name: 'MaxPoolGradient',
    variableNames: ['dy', 'places'],
    size: tf.util.sizeFromShape([...inShape]),
    uniforms: UNIFORMS,
    body: GRADIENT_BODY,
  });
  return run(program, [dy, places], 'float32', uniforms, inShape);
}

function run(
  program: ReturnType<typeof elementwiseProgram>,
  inputs: readonly tf.Tensor[],
  dtype: tf.DataType,
  uniforms: PoolGeometry['uniforms'],
  shape: readonly number[],
): tf.Tensor {
  const output = webGpuBackend().runWebGPUProgram(program, inputs.map(flat), dtype, uniforms);
  return tf.engine().makeTensorFromTensorInfo({ ...output, shape: [...shape] });
}
