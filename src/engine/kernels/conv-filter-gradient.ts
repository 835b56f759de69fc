import type { WebGPUBackend } from '@tensorflow/tfjs-backend-webgpu';
import type { TensorInfo } from '@tensorflow/tfjs-core';
import { columnSum } from './column-sum.ts';
import { CONV_UNIFORMS, type ConvInfo, convUniforms, isPadded } from './conv-geometry.ts';
import { type Components, elementwiseProgram } from './elementwise-program.ts';
import { busyTile, component, componentsOf, each, floats, type Tile } from './register-tiles.ts';
import { flat } from './webgpu-backend.ts';

/** Bytes of all partial sums of one gradient; and in parts of dy, which they stand beside at the peak. */
const MOST_PARTIAL_BYTES = 1 << 20;
const PARTS_OF_DY = 4;
/** Threads beyond this number keep no device busier. */
const MOST_THREADS = 16_384;
/** A thread of its own does not pay for fewer pixels of dy. */
const FEWEST_PIXELS = 32;

interface Variant extends Tile {
  /** Channels of x and of dy that are read at once. */
  readonly inputs: Components;
  readonly outputs: Components;
  /** Whether each value of x has to be asked whether it lies inside the image. */
  readonly isGuarded: boolean;
}

/**
 * Gradient of a convolution's filter [filterHeight, filterWidth, inChannels, outChannels] from `x` and `dy`, NHWC, any
 * stride and padding, no dilation. The caller owns all three.
 *
 * A thread keeps a tile of the result in registers: neighbours in a filter row, whose values lie side by side in x too,
 * for a few output channels. Where the filter is small, threads share out the rows of dy, and a second kernel adds their
 * partial sums in a fixed order: 1 MiB and a quarter of dy at most. A large filter has no partial sums.
 */
export function convFilterGradient(backend: WebGPUBackend, x: TensorInfo, dy: TensorInfo, info: ConvInfo): TensorInfo {
  const size = info.filterHeight * info.filterWidth * info.inChannels * info.outChannels;
  const tile = busyTile(filterTiles(info), (candidate) => threadsOf(info, candidate) * splitsOf(info, candidate));
  const splits = splitsOf(info, tile);
  const inputs = componentsOf(info.inChannels);
  const outputs = componentsOf(info.outChannels);
  const variant: Variant = { ...tile, inputs, outputs, isGuarded: isPadded(info) && inputs === 1 };
  const program = elementwiseProgram({
    name: 'ConvFilterGradient',
    variant: Object.values(variant).join('_'),
    variableNames: ['x', 'dy'],
    variableComponents: [inputs, outputs],
    outputComponents: outputs,
    size: splits * threadsOf(info, tile),
    uniforms: `${CONV_UNIFORMS} splitLines : i32,`,
    body: `${tileCode(variant)} ${sumCode(variant)} ${writeCode(variant)}`,
  });
  const uniforms = convUniforms(info, Math.ceil(linesOf(info) / splits));
  const partials = backend.makeTensorInfo([splits * size], 'float32');
  backend.runWebGPUProgram(program, [flat(x), flat(dy)], 'float32', uniforms, partials);
  if (splits === 1) return { ...partials, shape: info.filterShape };
  const sum = columnSum(backend, partials, size);
  backend.disposeData(partials.dataId);
  return { ...sum, shape: info.filterShape };
}

/** A line is a row of dy of one example. */
function linesOf({ batchSize, outHeight }: ConvInfo): number {
  return batchSize * outHeight;
}

function filterTiles(info: ConvInfo): readonly Tile[] {
  const hasPairs = (info.outChannels / componentsOf(info.outChannels)) % 2 === 0;
  const rows = componentsOf(info.inChannels) === 1 ? rowsWithoutWaste(info) : info.inChannels % 8 === 0 ? 8 : 4;
  const tiles = [
    { rows, columns: 2 },
    { rows, columns: 1 },
    { rows: Math.min(rows, 4), columns: 1 },
  ];
  return hasPairs ? tiles : tiles.slice(1);
}

/** 4 to 8 neighbours, as few as possible beyond the filter row's end. */
function rowsWithoutWaste({ filterWidth, inChannels }: ConvInfo): number {
  const length = filterWidth * inChannels;
  if (length <= 8) return length;
  const covered = (rows: number) => Math.ceil(length / rows) * rows;
  return [8, 7, 6, 5, 4].reduce((best, rows) => (covered(rows) < covered(best) ? rows : best));
}

/** Tiles of the filter. */
function threadsOf({ filterHeight, filterWidth, inChannels, outChannels }: ConvInfo, { rows, columns }: Tile): number {
  const groups = outChannels / componentsOf(outChannels) / columns;
  return filterHeight * Math.ceil((filterWidth * inChannels) / rows) * groups;
}

function splitsOf(info: ConvInfo, tile: Tile): number {
  const lines = linesOf(info);
  const bytes = 4 * info.filterHeight * info.filterWidth * info.inChannels * info.outChannels;
  const dyBytes = 4 * lines * info.outWidth * info.outChannels;
  const affordable = Math.floor(Math.min(MOST_PARTIAL_BYTES, dyBytes / PARTS_OF_DY) / bytes);
  const wanted = Math.ceil(MOST_THREADS / threadsOf(info, tile));
  const useful = Math.ceil((lines * info.outWidth) / FEWEST_PIXELS);
  const most = Math.max(1, Math.min(affordable, wanted, useful, lines));
  return Math.ceil(lines / Math.ceil(lines / most));
}

/** WGSL: a thread's tile and split. Places count elements of the arrays, so groups of `inputs` or `outputs` channels. */
function tileCode({ rows, columns, inputs, outputs, isGuarded }: Variant): string {
  const loads = rows / inputs;
  return /* wgsl */ `
    let channels = uniforms.inChannels / ${inputs};
    let outChannels = uniforms.outChannels / ${outputs};
    let width = uniforms.inWidth * channels;
    let rowLength = uniforms.filterWidth * channels;
    let tiles = (rowLength + ${loads - 1}) / ${loads};
    let tileColumns = outChannels / ${columns};
    var rest = index / tileColumns;
    let outChannel = (index - rest * tileColumns) * ${columns};
    let first = (rest % tiles) * ${loads};
    rest = rest / tiles;
    let filterRow = rest % uniforms.filterHeight;
    let split = rest / uniforms.filterHeight;
    let step = uniforms.strideWidth * channels;
    // The columns of dy whose x lies inside the image.
    var begin = 0;
    var end = uniforms.outWidth;
    ${isGuarded ? '' : INSIDE_COLUMNS}
    let left = first - uniforms.padLeft * channels + begin * step;
    ${each(rows * columns, (i) => `var sum${i} = ${floats(outputs)}(0.0);`)}`;
}

const INSIDE_COLUMNS = /* wgsl */ `
    let shift = first / channels - uniforms.padLeft;
    if (shift < 0) { begin = (uniforms.strideWidth - 1 - shift) / uniforms.strideWidth; }
    end = min(end, (uniforms.inWidth - shift + uniforms.strideWidth - 1) / uniforms.strideWidth);`;

/** WGSL: the sums over the lines of a split. */
function sumCode({ rows, columns, inputs, isGuarded }: Variant): string {
  const load = (i: number) =>
    isGuarded
      ? `let x${i} = select(0.0, x[xPlace + ${i}], u32(column + ${i}) < u32(width));`
      : `let x${i} = x[xPlace + ${i}];`;
  const xValue = (row: number) => component(`x${Math.floor(row / inputs)}`, inputs, row % inputs);
  return /* wgsl */ `
    let lastLine = min((split + 1) * uniforms.splitLines, uniforms.examples * uniforms.outHeight);
    for (var line = split * uniforms.splitLines; line < lastLine; line += 1) {
      let example = line / uniforms.outHeight;
      let y = (line - example * uniforms.outHeight) * uniforms.strideHeight + filterRow - uniforms.padTop;
      if (y < 0 || y >= uniforms.inHeight) { continue; }
      ${isGuarded ? 'var column = left;' : ''}
      var xPlace = (example * uniforms.inHeight + y) * width + left;
      var dyPlace = (line * uniforms.outWidth + begin) * outChannels + outChannel;
      for (var at = begin; at < end; at += 1) {
        ${each(columns, (i) => `let g${i} = dy[dyPlace + ${i}];`)}
        ${each(rows / inputs, load)}
        ${each(rows * columns, (i) => `sum${i} += ${xValue(Math.floor(i / columns))} * g${i % columns};`)}
        ${isGuarded ? 'column += step;' : ''}
        xPlace += step;
        dyPlace += outChannels;
      }
    }`;
}

/** WGSL. Through tfjs's setter, so that the pass that fuses accumulations can recognise the writes. */
function writeCode({ rows, columns, inputs }: Variant): string {
  const place = (row: number, column: number) => `(start + ${row}) * outChannels + outChannel + ${column}`;
  const write = (row: number) => each(columns, (i) => `setOutputAtIndex(${place(row, i)}, sum${row * columns + i});`);
  return /* wgsl */ `
    let start = ((split * uniforms.filterHeight + filterRow) * rowLength + first) * ${inputs};
    let inRow = (rowLength - first) * ${inputs};
    ${each(rows, (row) => `if (${row} < inRow) { ${write(row)} }`)}`;
}
