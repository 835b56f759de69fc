import type { ProbedSize } from '../../core/batch/search-strategies/strategy.ts';
import { formatBytes } from '../../core/bytes.ts';

/** A size that was tried on the device, as a line of the events log. */
export function triedText({ microBatch, verdict, peakBytes, elapsedMs }: ProbedSize): string {
  const size = microBatch === 1 ? '1 example' : `${microBatch.toLocaleString('en-US')} examples`;
  switch (verdict.type) {
    case 'fits':
      return `Tried ${size}: fits in ${formatBytes(peakBytes).text}, one slice in ${elapsedMs.toFixed(1)} ms.`;
    case 'over-budget':
      return `Tried ${size}: ${formatBytes(verdict.overBytes).text} over the budget.`;
    case 'over-limit':
      return `Tried ${size}: over the device's ${verdict.limit}.`;
    case 'out-of-memory':
      return `Tried ${size}: the device had no memory for it.`;
    default:
      return verdict satisfies never;
  }
}
