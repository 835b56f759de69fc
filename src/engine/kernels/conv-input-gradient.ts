import type { WebGPUBackend } from '@tensorflow/tfjs-backend-webgpu';
import type { TensorInfo } from '@tensorflow/tfjs-core';
import { CONV_UNIFORMS, type ConvInfo, convUniforms, pixelTiles } from './conv-geometry.ts';
import { type Components, elementwiseProgram } from './elementwise-program.ts';
import { busyTile, componentsOf, each, floats, type Tile } from './register-tiles.ts';
import { flat } from './webgpu-backend.ts';

interface Variant extends Tile {
  /** Channels of the result and of dy that are written or read at once. */
  readonly inputs: Components;
  readonly outputs: Components;
}

/**
 * Gradient of a convolution's input [examples, inHeight, inWidth, inChannels] from `dy` and its filter, NHWC, any stride
 * and padding, no dilation. The caller owns all three.
 *
 * With strides the pixels of the result fall into classes, those with equal remainders, which meet the same places of the
 * filter. The pixels of a tile are neighbours of one class, so all of them need the same weights.
 */
export function convInputGradient(
  backend: WebGPUBackend,
  dy: TensorInfo,
  filter: TensorInfo,
  info: ConvInfo,
): TensorInfo {
  const inputs = componentsOf(info.inChannels);
  const outputs = componentsOf(info.outChannels);
  const groups = info.inChannels / inputs;
  const classHeight = Math.ceil(info.inHeight / info.strideHeight);
  const classWidth = Math.ceil(info.inWidth / info.strideWidth);
  const tilesOf = ({ rows }: Tile) => Math.ceil((info.batchSize * classHeight * classWidth) / rows);
  const threadsOf = (tile: Tile) => info.strideHeight * info.strideWidth * tilesOf(tile) * (groups / tile.columns);
  const tile = busyTile(pixelTiles(groups), threadsOf);
  const variant: Variant = { ...tile, inputs, outputs };
  const program = elementwiseProgram({
    name: 'ConvInputGradient',
    variant: Object.values(variant).join('_'),
    variableNames: ['dy', 'weights'],
    variableComponents: [outputs, outputs],
    outputComponents: inputs,
    size: threadsOf(tile),
    uniforms: `${CONV_UNIFORMS} classHeight : i32, classWidth : i32, classTiles : i32,`,
    body: `${tileCode(variant)} ${sumCode(variant)} ${writeCode(variant)}`,
  });
  const output = backend.makeTensorInfo(info.inShape, 'float32');
  const uniforms = convUniforms(info, classHeight, classWidth, tilesOf(tile));
  backend.runWebGPUProgram(program, [flat(dy), flat(filter)], 'float32', uniforms, flat(output));
  return output;
}

/** WGSL: a thread's class and pixels. With fr the filter's row, row y of dy meets row y · stride + fr − pad of x. */
function tileCode({ rows, columns, inputs, outputs }: Variant): string {
  const pixel = (i: number) => /* wgsl */ `
    let pixel${i} = tile * ${rows} + ${i};
    let line${i} = pixel${i} / uniforms.classWidth;
    let column${i} = pixel${i} - line${i} * uniforms.classWidth;
    let example${i} = line${i} / uniforms.classHeight;
    let row${i} = line${i} - example${i} * uniforms.classHeight;
    var y${i} = row${i} + (classRow + uniforms.padTop) / uniforms.strideHeight;
    ${each(columns, (j) => `var sum${i}_${j} = ${floats(inputs)}(0.0);`)}`;
  return /* wgsl */ `
    let outChannels = uniforms.outChannels / ${outputs};
    let tileColumns = uniforms.inChannels / ${inputs * columns};
    let rest = index / tileColumns;
    let inChannel = (index - rest * tileColumns) * ${inputs * columns};
    let pixelClass = rest / uniforms.classTiles;
    let tile = rest - pixelClass * uniforms.classTiles;
    let classRow = pixelClass / uniforms.strideWidth;
    let classColumn = pixelClass - classRow * uniforms.strideWidth;
    let firstRow = (classRow + uniforms.padTop) % uniforms.strideHeight;
    let firstColumn = (classColumn + uniforms.padLeft) % uniforms.strideWidth;
    let dyLeft = (classColumn + uniforms.padLeft) / uniforms.strideWidth;
    ${each(rows, pixel)}`;
}

/** WGSL: through the places of the filter that the class meets, each one row or column of dy before the last. */
function sumCode({ rows, columns, inputs, outputs }: Variant): string {
  const zero = `${floats(outputs)}(0.0)`;
  const product = (i: number, c: number) => (outputs === 4 ? `dot(g${i}, w${c})` : `g${i} * w${c}`);
  const products = (i: number, j: number) => each(inputs, (c) => product(i, j * inputs + c), ', ');
  const place = (i: number) => /* wgsl */ `
        let isInside${i} = u32(y${i}) < u32(uniforms.outHeight) && u32(x${i}) < u32(uniforms.outWidth);
        let place${i} = ((example${i} * uniforms.outHeight + y${i}) * uniforms.outWidth + x${i}) * outChannels;`;
  return /* wgsl */ `
    for (var filterRow = firstRow; filterRow < uniforms.filterHeight; filterRow += uniforms.strideHeight) {
      ${each(rows, (i) => `var x${i} = column${i} + dyLeft;`)}
      for (var filterColumn = firstColumn; filterColumn < uniforms.filterWidth; filterColumn += uniforms.strideWidth) {
        let filterPlace = filterRow * uniforms.filterWidth + filterColumn;
        let weight = (filterPlace * uniforms.inChannels + inChannel) * outChannels;
        ${each(rows, place)}
        for (var at = 0; at < outChannels; at += 1) {
          ${each(inputs * columns, (c) => `let w${c} = weights[weight + ${c} * outChannels + at];`)}
          ${each(rows, (i) => `let g${i} = select(${zero}, dy[place${i} + at], isInside${i});`)}
          ${each(rows, (i) => each(columns, (j) => `sum${i}_${j} += ${floats(inputs)}(${products(i, j)});`))}
        }
        ${each(rows, (i) => `x${i} -= 1;`)}
      }
      ${each(rows, (i) => `y${i} -= 1;`)}
    }`;
}

/** WGSL. Classes are counted as if all were as large as the largest: some pixels do not exist. */
function writeCode({ rows, columns, inputs }: Variant): string {
  const write = (i: number) => /* wgsl */ `
    let inY${i} = row${i} * uniforms.strideHeight + classRow;
    let inX${i} = column${i} * uniforms.strideWidth + classColumn;
    if (example${i} < uniforms.examples && inY${i} < uniforms.inHeight && inX${i} < uniforms.inWidth) {
      let pixel = (example${i} * uniforms.inHeight + inY${i}) * uniforms.inWidth + inX${i};
      let place = (pixel * uniforms.inChannels + inChannel) / ${inputs};
      ${each(columns, (j) => `result[place + ${j}] = sum${i}_${j};`)}
    }`;
  return each(rows, write);
}
