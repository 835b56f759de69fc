import type { ByteUnit } from '../../../src/core/bytes.ts';

/** The numbers of the page's sentence, as they stand there. */
export interface SentenceNumbers {
  readonly batch: number;
  /** One entry a slice, in order; the whole batch where it is not cut. */
  readonly sliceSizes: readonly number[];
  readonly peakBytes: number;
  readonly budgetBytes: number;
  /** Undefined before a run. */
  readonly update: number | undefined;
  readonly totalUpdates: number | undefined;
}

const SENTENCE =
  /^Batch ([\d,]+) = (?:1 slice, the whole batch|([\d,]+) slices \((.+?)\)) · peak ([\d.,]+)(?:\s(\w+))? of ([\d.,]+)\s(\w+)(?: · update ([\d,]+) of ([\d,]+))?$/;
const BYTES: Readonly<Record<ByteUnit, number>> = { B: 1, KiB: 2 ** 10, MiB: 2 ** 20, GiB: 2 ** 30 };

/** Reads a sentence such as "Batch 64 = 2 slices (32 + 32) · peak 3.7 of 3.8 MiB"; undefined where it says something else. */
export function parseSentence(text: string): SentenceNumbers | undefined {
  const match = SENTENCE.exec(text.trim());
  if (!match) return undefined;
  const [, batchText, steps, sizesText, peak, peakUnit, budget, budgetUnit, update, total] = match;
  const batch = count(batchText);
  const sliceSizes = sizesText === undefined ? [batch] : sizesText.split(' + ').flatMap(sizesOfTerm);
  if (steps !== undefined && count(steps) !== sliceSizes.length) return undefined;
  return {
    batch,
    sliceSizes,
    peakBytes: count(peak) * bytesPer(peakUnit ?? budgetUnit),
    budgetBytes: count(budget) * bytesPer(budgetUnit),
    update: update === undefined ? undefined : count(update),
    totalUpdates: total === undefined ? undefined : count(total),
  };
}

/** "171" → [171]; "20 × 409" → twenty times 409. */
function sizesOfTerm(term: string): number[] {
  const [first, second] = term.split(' × ').map(count);
  if (first === undefined) return [];
  return second === undefined ? [first] : new Array<number>(first).fill(second);
}

function count(text: string | undefined): number {
  return Number(text?.replaceAll(',', ''));
}

function bytesPer(unit: string | undefined): number {
  return isByteUnit(unit) ? BYTES[unit] : Number.NaN;
}

function isByteUnit(unit: string | undefined): unit is ByteUnit {
  return unit !== undefined && Object.hasOwn(BYTES, unit);
}
