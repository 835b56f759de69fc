import type { WebGPUBackend } from '@tensorflow/tfjs-backend-webgpu';
import type { TensorInfo } from '@tensorflow/tfjs-core';
import { columnSum } from './column-sum.ts';
import { type Components, elementwiseProgram } from './elementwise-program.ts';
import { PRODUCT_UNIFORMS, type ProductVariant, productCode } from './matrix-product-code.ts';
import { BUSY_THREADS, busyTile, componentsOf, type Tile } from './register-tiles.ts';
import { flat } from './webgpu-backend.ts';

/** Bytes of all partial sums of one product; and in parts of the larger factor, which they stand beside. */
const MOST_PARTIAL_BYTES = 1 << 20;
const PARTS_OF_FACTOR = 4;
/** Threads beyond this number keep no device busier. */
const MOST_THREADS = 8192;
/** A thread of its own does not pay for fewer terms of a sum. */
const FEWEST_TERMS = 64;

/** What is multiplied: batches of [rows, inner] · [inner, columns]; where transposed, the factor's two axes are swapped. */
export interface Factors {
  readonly a: TensorInfo;
  readonly b: TensorInfo;
  readonly transposeA: boolean;
  readonly transposeB: boolean;
  /** [columns], added to each row. */
  readonly bias?: TensorInfo | undefined;
  /** Whether the result is max(0, …). */
  readonly relu: boolean;
}

export interface ProductSizes {
  readonly batches: number;
  readonly rows: number;
  readonly inner: number;
  readonly columns: number;
}

/**
 * Matrix products, flat [batches · rows · columns], float32. The caller owns all tensors; sizes are at least 1.
 *
 * A thread keeps up to 8 rows by 8 columns of the result in registers. No barriers and no atomics. Where an axis that
 * lies side by side in memory is a multiple of four, four values of it are read or written at once. A long sum with few
 * results, aᵀ · b as in the gradient of a small kernel, is shared out to several threads, whose partial sums a second
 * kernel adds in a fixed order: 1 MiB and a quarter of the larger factor at most.
 */
export function matrixProduct(backend: WebGPUBackend, factors: Factors, sizes: ProductSizes): TensorInfo {
  const { a, b, bias } = factors;
  const { batches, rows, inner, columns } = sizes;
  const { tile, splits } = tileAndSplits(factors, sizes);
  const { rowTiles, columnTiles, threads } = tilesOf(sizes, tile);
  const variant = variantOf(factors, sizes, tile);
  const program = elementwiseProgram({
    name: 'MatrixProduct',
    variant: Object.values(variant).join('_'),
    variableNames: ['a', 'b', ...(bias ? ['bias'] : [])],
    variableComponents: [variant.aComponents, variant.bComponents, ...(bias ? [variant.outComponents] : [])],
    outputComponents: variant.outComponents,
    size: splits * threads,
    uniforms: PRODUCT_UNIFORMS,
    body: productCode(variant),
  });
  const uniforms = [rows, columns, inner, rowTiles, columnTiles, splits, Math.ceil(inner / splits)];
  const output = backend.makeTensorInfo([splits * batches * rows * columns], 'float32');
  const inputs = [a, b, ...(bias ? [bias] : [])].map(flat);
  const data = uniforms.map((value) => ({ type: 'int32', data: [value] }));
  backend.runWebGPUProgram(program, inputs, 'float32', data, output);
  if (splits === 1) return output;
  const sum = columnSum(backend, output, rows * columns);
  backend.disposeData(output.dataId);
  return sum;
}

/** Tiles of a result, the largest first. None has twice the rows or columns that there are. */
function productTiles({ rows, columns }: ProductSizes): readonly Tile[] {
  const components = componentsOf(columns);
  const groups = columns / components;
  const tiles =
    components === 4
      ? [
          { rows: 8, columns: 2 },
          { rows: 8, columns: 1 },
          { rows: 4, columns: 1 },
        ]
      : [
          { rows: 8, columns: 4 },
          { rows: 4, columns: 4 },
        ];
  const fitting = tiles.filter((tile) => tile.rows < 2 * rows && tile.columns < 2 * groups);
  return fitting.length > 0 ? fitting : [{ rows: tiles.some((tile) => tile.rows < 2 * rows) ? 4 : 1, columns: 1 }];
}

function tilesOf({ batches, rows, columns }: ProductSizes, tile: Tile) {
  const rowTiles = Math.ceil(rows / tile.rows);
  const columnTiles = Math.ceil(columns / componentsOf(columns) / tile.columns);
  return { rowTiles, columnTiles, threads: batches * rowTiles * columnTiles };
}

/**
 * Only aᵀ · b is split, and only where its smallest tiles leave a device idle. The longer the sums, the more splits: so
 * more examples never need fewer bytes, which the search for a micro-batch relies on.
 */
function tileAndSplits(factors: Factors, sizes: ProductSizes): { readonly tile: Tile; readonly splits: number } {
  const { transposeA, transposeB, bias, relu } = factors;
  const tiles = productTiles(sizes);
  const threadsOf = (tile: Tile) => tilesOf(sizes, tile).threads;
  const whole = busyTile(tiles, threadsOf);
  const canSplit = transposeA && !transposeB && sizes.batches === 1 && !bias && !relu;
  if (!canSplit || threadsOf(whole) >= BUSY_THREADS) return { tile: whole, splits: 1 };
  const splitsOf = (tile: Tile) => splitsFor(sizes, threadsOf(tile));
  const tile = busyTile(tiles, (candidate) => threadsOf(candidate) * splitsOf(candidate));
  return { tile, splits: splitsOf(tile) };
}

/** Into how many shares each sum is cut if a share of all results takes so many threads. The last ones may be empty. */
function splitsFor({ rows, inner, columns }: ProductSizes, threads: number): number {
  const largerBytes = 4 * inner * Math.max(rows, columns);
  const affordable = Math.floor(Math.min(MOST_PARTIAL_BYTES, largerBytes / PARTS_OF_FACTOR) / (4 * rows * columns));
  const wanted = Math.ceil(MOST_THREADS / threads);
  return Math.max(1, Math.min(affordable, wanted, Math.floor(inner / FEWEST_TERMS)));
}

function variantOf({ transposeA, transposeB, bias, relu }: Factors, sizes: ProductSizes, tile: Tile): ProductVariant {
  const { rows, inner, columns } = sizes;
  const outComponents = componentsOf(columns);
  const terms: Components = transposeA && !transposeB ? 1 : componentsOf(inner);
  const rowComponents = tile.rows % 4 === 0 ? componentsOf(rows) : 1;
  return {
    ...tile,
    transposeA,
    transposeB,
    aComponents: transposeA ? rowComponents : terms,
    bComponents: transposeB ? terms : outComponents,
    outComponents,
    terms,
    hasBias: bias !== undefined,
    relu,
  };
}
