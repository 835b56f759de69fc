import type { Components } from './elementwise-program.ts';
import { component, each, floats, type Tile } from './register-tiles.ts';

/** What the code of a matrix product depends on; all sizes are uniforms. */
export interface ProductVariant extends Tile {
  readonly transposeA: boolean;
  readonly transposeB: boolean;
  /** Floats of a, of b and of the result in one element of their arrays. */
  readonly aComponents: Components;
  readonly bComponents: Components;
  readonly outComponents: Components;
  /** Terms of the sums that one turn of the loop adds. */
  readonly terms: Components;
  readonly hasBias: boolean;
  readonly relu: boolean;
}

/** `inner` is the length of the sums; a thread adds `splitInner` of its terms, one of `splits` shares. */
export const PRODUCT_UNIFORMS = `rows : i32, columns : i32, inner : i32, rowTiles : i32, columnTiles : i32,
  splits : i32, splitInner : i32,`;

/**
 * WGSL body of one thread. Places count elements of the arrays. The elements of a tile's row lie `columnTiles` apart, so
 * that threads side by side read and write side by side. Rows and columns beyond the end are read as the last ones.
 */
export function productCode(variant: ProductVariant): string {
  return `${tileCode(variant)} ${sumCode(variant)} ${writeCode(variant)}`;
}

function tileCode(variant: ProductVariant): string {
  const { columns, outComponents } = variant;
  return /* wgsl */ `
    let groups = uniforms.columns / ${outComponents};
    let rowTile = index / uniforms.columnTiles;
    let part = rowTile / uniforms.rowTiles;
    let batch = part / uniforms.splits;
    let first = (part - batch * uniforms.splits) * uniforms.splitInner;
    let count = min(uniforms.inner - first, uniforms.splitInner) / ${variant.terms};
    let firstRow = (rowTile - part * uniforms.rowTiles) * ${variant.rows};
    let firstColumn = index - rowTile * uniforms.columnTiles;
    ${each(columns, (j) => `let column${j} = min(firstColumn + ${j} * uniforms.columnTiles, groups - 1);`)}
    ${variant.transposeA ? transposedAPlaces(variant) : aPlaces(variant)}
    ${variant.transposeB ? transposedBPlaces(variant) : 'var bPlace = (batch * uniforms.inner + first) * groups;'}
    ${each(variant.rows, (i) => each(columns, (j) => `var sum${i}_${j} = ${startValue(variant, j)};`))}`;
}

function startValue({ hasBias, outComponents }: ProductVariant, j: number): string {
  return hasBias ? `bias[column${j}]` : `${floats(outComponents)}(0.0)`;
}

function aPlaces({ rows, terms }: ProductVariant): string {
  const place = (i: number) =>
    `let aPlace${i} = ((batch * uniforms.rows + min(firstRow + ${i}, uniforms.rows - 1)) * uniforms.inner + first) / ${terms};`;
  return each(rows, place);
}

function transposedAPlaces({ rows, aComponents }: ProductVariant): string {
  const group = (i: number) => `let aGroup${i} = min(firstRow / ${aComponents} + ${i}, aGroups - 1);`;
  return /* wgsl */ `
    let aGroups = uniforms.rows / ${aComponents};
    var aPlace = (batch * uniforms.inner + first) * aGroups;
    ${each(rows / aComponents, group)}`;
}

function transposedBPlaces({ columns, outComponents, terms }: ProductVariant): string {
  const row = (j: number) => `batch * uniforms.columns + column${j} * ${outComponents}`;
  return /* wgsl */ `
    let bStride = uniforms.inner / ${terms};
    ${each(columns, (j) => `let bPlace${j} = ((${row(j)}) * uniforms.inner + first) / ${terms};`)}`;
}

/** WGSL: a<i> or a<term>_<group> are what is read of a; b<term>_<j> are the factors of the result's elements. */
function sumCode(variant: ProductVariant): string {
  const { rows, columns, terms, transposeA, transposeB } = variant;
  const product = (i: number, j: number) => (term: number) => `${aFactor(variant, i, term)} * b${term}_${j}`;
  return /* wgsl */ `
    for (var at = 0; at < count; at += 1) {
      ${transposeA ? readTransposedA(variant) : each(rows, (i) => `let a${i} = a[aPlace${i} + at];`)}
      ${transposeB ? readTransposedB(variant) : readB(variant)}
      ${each(rows, (i) => each(columns, (j) => `sum${i}_${j} += ${each(terms, product(i, j), ' + ')};`))}
      ${transposeA ? `aPlace += ${terms} * aGroups;` : ''}
      ${transposeB ? '' : `bPlace += ${terms} * groups;`}
    }`;
}

function aFactor({ transposeA, aComponents }: ProductVariant, row: number, term: number): string {
  if (!transposeA) return component(`a${row}`, aComponents, term);
  return component(`a${term}_${Math.floor(row / aComponents)}`, aComponents, row % aComponents);
}

function readTransposedA({ rows, aComponents, terms }: ProductVariant): string {
  const read = (term: number, i: number) => `let a${term}_${i} = a[aPlace + ${term} * aGroups + aGroup${i}];`;
  return each(terms, (term) => each(rows / aComponents, (i) => read(term, i)));
}

function readB({ columns, terms }: ProductVariant): string {
  return each(terms, (term) => each(columns, (j) => `let b${term}_${j} = b[bPlace + ${term} * groups + column${j}];`));
}

/** WGSL: each read takes `terms` values along a row of b; factors gather the same term of `outComponents` rows. */
function readTransposedB({ columns, outComponents, terms }: ProductVariant): string {
  const read = (j: number) => each(outComponents, (c) => `let r${j}_${c} = b[bPlace${j} + ${c} * bStride + at];`);
  const factor = (j: number, term: number) => each(outComponents, (c) => component(`r${j}_${c}`, terms, term), ', ');
  return each(
    columns,
    (j) => `${read(j)} ${each(terms, (term) => `let b${term}_${j} = ${floats(outComponents)}(${factor(j, term)});`)}`,
  );
}

/** WGSL. Through tfjs's setter, so that the pass that fuses accumulations can recognise the writes. */
function writeCode({ rows, columns, outComponents, relu }: ProductVariant): string {
  const value = (i: number, j: number) => (relu ? `max(sum${i}_${j}, ${floats(outComponents)}(0.0))` : `sum${i}_${j}`);
  const place = (i: number, j: number) => `(part * uniforms.rows + firstRow + ${i}) * groups + column${j}`;
  const write = (i: number, j: number) => /* wgsl */ `
    if (firstRow + ${i} < uniforms.rows && firstColumn + ${j} * uniforms.columnTiles < groups) {
      setOutputAtIndex(${place(i, j)}, ${value(i, j)});
    }`;
  return each(rows, (i) => each(columns, (j) => write(i, j)));
}
