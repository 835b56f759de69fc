/** Probes for tests: devices described by one function. */
import { runStrategy } from '../../../../../src/core/batch/search-strategies/run-strategy.ts';
import type { ProbeAnswer, SearchStrategy } from '../../../../../src/core/batch/search-strategies/strategy.ts';

/** Example sizes and their bytes against one budget: peak = fixed + size × bytes an example. */
export interface Device {
  readonly budgetBytes: number;
  readonly probe: (microBatch: number) => ProbeAnswer;
}

export function affineDevice(budgetBytes: number, bytesPerExample: number, fixedBytes = 0): Device {
  const probe = (microBatch: number): ProbeAnswer => {
    const peakBytes = fixedBytes + microBatch * bytesPerExample;
    const overBytes = peakBytes - budgetBytes;
    return {
      peakBytes,
      verdict: overBytes > 0 ? { type: 'over-budget', overBytes } : { type: 'fits' },
      elapsedMs: microBatch,
    };
  };
  return { budgetBytes, probe };
}

/** A device that holds exactly `capacity` examples of 100 bytes, and nothing else. */
export function deviceFor(capacity: number): Device {
  return affineDevice(100 * capacity, 100);
}

/** What one search tried and found: sizes in order, refused ones negative. */
export async function trace(strategy: SearchStrategy, upperBound: number, device: Device) {
  const { capacity, ending, probes, failedProbes } = await runStrategy(strategy, { upperBound, ...device });
  const sizes = probes.map(({ microBatch, verdict }) => (verdict.type === 'fits' ? microBatch : -microBatch));
  return { capacity, ending, sizes, failedProbes };
}
