import type { WebGPUBackend } from '@tensorflow/tfjs-backend-webgpu';
import type { TensorInfo } from '@tensorflow/tfjs-core';
import { CONV_UNIFORMS, type ConvInfo, convUniforms, isPadded, pixelTiles } from './conv-geometry.ts';
import { type Components, elementwiseProgram } from './elementwise-program.ts';
import { busyTile, component, componentsOf, each, floats, type Tile } from './register-tiles.ts';
import { flat } from './webgpu-backend.ts';

interface ConvInputs {
  readonly x: TensorInfo;
  readonly filter: TensorInfo;
  readonly bias?: TensorInfo | undefined;
  /** Whether the result is max(0, …). */
  readonly relu: boolean;
}

interface Variant extends Tile {
  /** Channels of x and of the result that are read or written at once. */
  readonly inputs: Components;
  readonly outputs: Components;
  readonly isPadded: boolean;
  readonly hasBias: boolean;
  readonly relu: boolean;
}

/**
 * Convolution of `x` with `filter` [height, width, inChannels, outChannels], NHWC, any stride and padding, no dilation,
 * plus `bias` [outChannels] where given, then ReLU where asked for. The caller owns all of them.
 *
 * A thread keeps several pixels by several channels of the result in registers: each value that it reads serves several
 * times. No copy of the windows of x is made.
 */
export function convForward(backend: WebGPUBackend, { x, filter, bias, relu }: ConvInputs, info: ConvInfo): TensorInfo {
  const inputs = componentsOf(info.inChannels);
  const outputs = componentsOf(info.outChannels);
  const groups = info.outChannels / outputs;
  const pixels = info.batchSize * info.outHeight * info.outWidth;
  const threadsOf = ({ rows, columns }: Tile) => Math.ceil(pixels / rows) * (groups / columns);
  const tile = busyTile(pixelTiles(groups), threadsOf);
  const variant: Variant = { ...tile, inputs, outputs, isPadded: isPadded(info), hasBias: bias !== undefined, relu };
  const program = elementwiseProgram({
    name: 'Convolution',
    variant: Object.values(variant).join('_'),
    variableNames: ['x', 'weights', ...(bias ? ['bias'] : [])],
    variableComponents: [inputs, outputs, ...(bias ? [outputs] : [])],
    outputComponents: outputs,
    size: threadsOf(tile),
    uniforms: CONV_UNIFORMS,
    body: `${tileCode(variant)} ${sumCode(variant)} ${writeCode(variant)}`,
  });
  const output = backend.makeTensorInfo(info.outShape, 'float32');
  const tensors = [x, filter, ...(bias ? [bias] : [])].map(flat);
  backend.runWebGPUProgram(program, tensors, 'float32', convUniforms(info), flat(output));
  return output;
}

/** WGSL: a thread's pixels and where their windows begin. Places count elements of the arrays, so groups of channels. */
function tileCode({ rows, columns, inputs, outputs, hasBias }: Variant): string {
  const start = (column: number) => (hasBias ? `bias[outChannel + ${column}]` : `${floats(outputs)}(0.0)`);
  const pixel = (i: number) => /* wgsl */ `
    let pixel${i} = tile * ${rows} + ${i};
    let line${i} = pixel${i} / uniforms.outWidth;
    let left${i} = ((pixel${i} - line${i} * uniforms.outWidth) * uniforms.strideWidth - uniforms.padLeft) * channels;
    let example${i} = line${i} / uniforms.outHeight;
    let top${i} = (line${i} - example${i} * uniforms.outHeight) * uniforms.strideHeight - uniforms.padTop;
    var place${i} = (example${i} * uniforms.inHeight + top${i}) * width + left${i};
    ${each(columns, (j) => `var sum${i}_${j} = ${start(j)};`)}`;
  return /* wgsl */ `
    let channels = uniforms.inChannels / ${inputs};
    let outChannels = uniforms.outChannels / ${outputs};
    let width = uniforms.inWidth * channels;
    let rowLength = uniforms.filterWidth * channels;
    let tileColumns = outChannels / ${columns};
    let tile = index / tileColumns;
    let outChannel = (index - tile * tileColumns) * ${columns};
    ${each(rows, pixel)}`;
}

/** WGSL: a row of a window lies side by side in x, so one loop runs through its pixels and channels. */
function sumCode({ rows, columns, inputs, isPadded: isGuarded }: Variant): string {
  const column = (i: number) =>
    `let column${i} = select(-rowLength, left${i}, u32(top${i} + filterRow) < u32(uniforms.inHeight));`;
  const load = (i: number) =>
    isGuarded
      ? `let x${i} = select(${floats(inputs)}(0.0), x[place${i} + at], u32(column${i} + at) < u32(width));`
      : `let x${i} = x[place${i} + at];`;
  const weight = (c: number, j: number) => `let w${c}_${j} = weights[weight + ${c} * outChannels + ${j}];`;
  const product = (i: number, j: number) => (c: number) => `${component(`x${i}`, inputs, c)} * w${c}_${j}`;
  return /* wgsl */ `
    var weight = outChannel;
    for (var filterRow = 0; filterRow < uniforms.filterHeight; filterRow += 1) {
      ${isGuarded ? each(rows, column) : ''}
      for (var at = 0; at < rowLength; at += 1) {
        ${each(rows, load)}
        ${each(inputs, (c) => each(columns, (j) => weight(c, j)))}
        ${each(rows, (i) => each(columns, (j) => `sum${i}_${j} += ${each(inputs, product(i, j), ' + ')};`))}
        weight += ${inputs} * outChannels;
      }
      ${each(rows, (i) => `place${i} += width;`)}
    }`;
}

function writeCode({ rows, columns, outputs, relu }: Variant): string {
  const value = (i: number, j: number) => (relu ? `max(sum${i}_${j}, ${floats(outputs)}(0.0))` : `sum${i}_${j}`);
  const write = (i: number) => (j: number) => `result[pixel${i} * outChannels + outChannel + ${j}] = ${value(i, j)};`;
  return /* wgsl */ `
    let pixels = uniforms.examples * uniforms.outHeight * uniforms.outWidth;
    ${each(rows, (i) => `if (pixel${i} < pixels) { ${each(columns, write(i))} }`)}`;
}
