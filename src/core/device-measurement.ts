/**
 * How to find out what a page can allocate: which block to create next, and when to stop. Pure; the device part is
 * engine/device/measure-memory.ts.
 *
 * Blocks double from 16 MiB, so that little is asked of a small device, up to a size that stays an ordinary allocation on
 * a large one. What is found is right to one block.
 */

const MIB = 1024 ** 2;
const GIB = 1024 ** 3;

export const SMALLEST_BLOCK_BYTES = 16 * MIB;
export const LARGEST_BLOCK_BYTES = 256 * MIB;

/** Ceilings that a person may confirm. */
export const SMALLEST_CEILING_BYTES = SMALLEST_BLOCK_BYTES;
export const DEFAULT_CEILING_BYTES = 4 * GIB;
export const LARGEST_CEILING_BYTES = 64 * GIB;

/** Share of the measured bytes to use as a budget: other pages and programs take more at one time than at another. */
export const USABLE_SHARE = 0.8;

/** Blocks that have to pass before one can be called slow: the first ones carry the driver's start. */
const BLOCKS_BEFORE_SLOW = 3;
/**
 * Device memory that the driver has to make room for, by moving some of it to disk or to the host, takes tens to thousands of
 * times as long. Eight times is outside of what clocks and other programs do to equal blocks; 200 ms are outside of what a
 * hitch of the desktop adds to a block that takes under a millisecond.
 */
const SLOW_RATIO = 8;
const SLOW_EXTRA_MS = 200;

export type BlockOutcome =
  /** Created and written, every byte of it, in `ms`. */
  { readonly type: 'touched'; readonly ms: number } | { readonly type: 'out-of-memory'; readonly detail: string };

export interface TriedBlock {
  readonly sizeBytes: number;
  readonly outcome: BlockOutcome;
}

export interface MeasurementLimits {
  /** Most bytes of all blocks together. */
  readonly ceilingBytes: number;
  /** Most bytes of one block: what the device can bind at once. */
  readonly maxBlockBytes: number;
}

/** Why a measurement came to its result. */
export type MeasurementStop =
  | { readonly type: 'ceiling' }
  | { readonly type: 'out-of-memory'; readonly blockBytes: number; readonly detail: string }
  /** A block took `ms`, where those before it let expect `usualMs`. */
  | { readonly type: 'slow'; readonly blockBytes: number; readonly ms: number; readonly usualMs: number };

export type MeasurementStep =
  | { readonly type: 'allocate'; readonly blockBytes: number }
  | { readonly type: 'stop'; readonly stop: MeasurementStop };

/** What to do after the blocks tried so far, in order. A stop is final: nothing is to be tried after it. */
export function nextStep(tried: readonly TriedBlock[], limits: MeasurementLimits): MeasurementStep {
  const stop = failureAtEnd(tried);
  if (stop) return { type: 'stop', stop };
  const grownBytes = Math.max(SMALLEST_BLOCK_BYTES, 2 * (tried.at(-1)?.sizeBytes ?? 0));
  const leftBytes = limits.ceilingBytes - sumOf(tried);
  const blockBytes = wholeWords(Math.min(grownBytes, LARGEST_BLOCK_BYTES, limits.maxBlockBytes, leftBytes));
  return blockBytes > 0 ? { type: 'allocate', blockBytes } : { type: 'stop', stop: { type: 'ceiling' } };
}

/** Bytes of the blocks that passed: all but the last one where that one was refused or slow. */
export function passedBytes(tried: readonly TriedBlock[]): number {
  return sumOf(failureAtEnd(tried) ? tried.slice(0, -1) : tried);
}

/** A ceiling within what may be confirmed. */
export function clampCeiling(ceilingBytes: number): number {
  if (!Number.isFinite(ceilingBytes)) return DEFAULT_CEILING_BYTES;
  return Math.min(LARGEST_CEILING_BYTES, Math.max(SMALLEST_CEILING_BYTES, Math.floor(ceilingBytes)));
}

/** The budget to derive from a measurement, in whole MiB, 1 at least. */
export function measuredBudgetMiB(measuredBytes: number): number {
  return Math.max(1, Math.floor((measuredBytes * USABLE_SHARE) / MIB));
}

function failureAtEnd(tried: readonly TriedBlock[]): MeasurementStop | undefined {
  const last = tried.at(-1);
  if (!last) return undefined;
  const { sizeBytes: blockBytes, outcome } = last;
  if (outcome.type === 'out-of-memory') return { type: 'out-of-memory', blockBytes, detail: outcome.detail };
  const usualMs = expectedMs(tried.slice(0, -1), blockBytes);
  const isSlow = usualMs !== undefined && outcome.ms > SLOW_RATIO * usualMs && outcome.ms >= usualMs + SLOW_EXTRA_MS;
  return isSlow ? { type: 'slow', blockBytes, ms: outcome.ms, usualMs } : undefined;
}

/** What a block should take by the median of those before it, byte for byte; undefined where they are too few. */
function expectedMs(before: readonly TriedBlock[], blockBytes: number): number | undefined {
  if (before.length < BLOCKS_BEFORE_SLOW) return undefined;
  const msPerByte = before
    .flatMap(({ sizeBytes, outcome }) => (outcome.type === 'touched' ? [outcome.ms / sizeBytes] : []))
    .sort((one, other) => one - other);
  const median = msPerByte[Math.floor(msPerByte.length / 2)];
  return median === undefined ? undefined : median * blockBytes;
}

function sumOf(blocks: readonly TriedBlock[]): number {
  return blocks.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
}

/** A storage buffer is bound in words of four bytes. */
function wholeWords(bytes: number): number {
  return Math.max(0, Math.floor(bytes / 4) * 4);
}
