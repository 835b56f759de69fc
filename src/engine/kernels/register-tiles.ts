import type { Components } from './elementwise-program.ts';

/** Fewer threads than these leave a GPU idle; from here on, larger tiles do more arithmetic for each value they read. */
export const BUSY_THREADS = 2048;

/**
 * What one thread keeps in registers: `rows` values (rows of a matrix, pixels, values of a filter row), each for `columns`
 * elements of the result's last axis.
 */
export interface Tile {
  readonly rows: number;
  readonly columns: number;
}

/** The first of `tiles`, the largest first, that makes enough threads; else the last. */
export function busyTile(tiles: readonly Tile[], threadsOf: (tile: Tile) => number): Tile {
  const busy = tiles.find((tile) => threadsOf(tile) >= BUSY_THREADS) ?? tiles.at(-1);
  if (!busy) throw new Error('A kernel without tiles.');
  return busy;
}

/** How many floats of an axis of this length are read or written at once. */
export function componentsOf(length: number): Components {
  return length % 4 === 0 ? 4 : 1;
}

/** WGSL type of so many floats. */
export function floats(components: Components): string {
  return components === 4 ? 'vec4<f32>' : 'f32';
}

/** WGSL: component of a value of so many floats. */
export function component(value: string, components: Components, index: number): string {
  return components === 4 ? `${value}[${index}]` : value;
}

/** WGSL for each of 0 … count − 1. */
export function each(count: number, code: (index: number) => string, separator = '\n'): string {
  return Array.from({ length: count }, (_, index) => code(index)).join(separator);
}
