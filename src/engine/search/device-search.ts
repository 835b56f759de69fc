import type { CapacitySearch } from '../../core/batch/micro-batch-search.ts';
import { runStrategy, type StrategySearch } from '../../core/batch/search-strategies/run-strategy.ts';
import type { ProbedSize } from '../../core/batch/search-strategies/strategy.ts';
import { SEARCH_STRATEGIES, type SearchStrategyId } from '../../core/batch/search-strategies/strategy-table.ts';
import { CONFIG_TABLE } from '../../core/config/config-table.ts';
import type { TrainingConfig } from '../../core/config/training-config.ts';
import { FailureError, failureOf } from '../../core/failures.ts';
import type { ConsideredSize } from '../../core/program/plan-report.ts';
import type { RunDevice } from '../device/run-device.ts';
import type { SizePlanner } from '../planning/training-planner.ts';
import { DeviceProbe } from './device-probe.ts';

export interface DeviceSearchRequest {
  readonly config: TrainingConfig;
  readonly sizes: SizePlanner;
  readonly runDevice: RunDevice;
  /** A size was tried. */
  readonly onTried: (tried: ProbedSize) => void;
  /** Throws where the search was stopped. */
  readonly check: () => void;
  readonly now: () => number;
}

/** The search by tries that a configuration asks for; undefined where the size is planned or fixed. */
export function strategyOf(config: TrainingConfig): SearchStrategyId | undefined {
  return config.search !== 'planned' && CONFIG_TABLE.search.appliesTo(config) ? config.search : undefined;
}

/** Tries sizes on the device as a strategy asks for them, and tells of each. */
export function searchWith(
  strategy: SearchStrategyId,
  probe: DeviceProbe,
  { upperBound, usableBytes }: SizePlanner,
  onTried: (tried: ProbedSize) => void,
): Promise<StrategySearch> {
  return runStrategy(SEARCH_STRATEGIES[strategy], {
    upperBound,
    budgetBytes: usableBytes,
    probe: async (microBatch) => {
      const answer = await probe.try(microBatch);
      onTried({ microBatch, ...answer });
      return answer;
    },
  });
}

/**
 * Finds the micro-batch of a run by trying sizes on the device, with the strategy that its configuration names.
 * Undefined where none does, and the size is planned instead.
 *
 * @throws FailureError where the plan of one example fits, but the device has no memory for it; what `check` throws.
 */
export async function searchOnDevice(request: DeviceSearchRequest): Promise<CapacitySearch | undefined> {
  const { config, sizes } = request;
  const strategy = strategyOf(config);
  if (strategy === undefined) return undefined;
  const probe = new DeviceProbe(request);
  const { capacity, probes } = await searchWith(strategy, probe, sizes, request.onTried);
  const last = probes.at(-1);
  if (capacity === 0 && last?.verdict.type === 'out-of-memory') {
    const budgetBytes = Math.floor(config.budgetMiB * 2 ** 20);
    const { microBatch, peakBytes } = last;
    throw new FailureError(failureOf('out-of-memory', { microBatch, plannedBytes: peakBytes, budgetBytes }));
  }
  return { capacity, considered: probes.map(consideredOf) };
}

function consideredOf({ microBatch, peakBytes, verdict, elapsedMs }: ProbedSize): ConsideredSize {
  return { microBatch, peakBytes, verdict, planMs: 0, triedMs: elapsedMs };
}
