/** What a run asks of its device, and what can fail. */
export const FAULT_KINDS = ['allocation', 'pipeline', 'submit', 'read-back'] as const;
export type FaultKind = (typeof FAULT_KINDS)[number];

/**
 * How the n-th request of a kind fails, while every other one is met.
 * - `validation`, `out-of-memory`: nothing of the request is done; error scopes or its promise tell, as WebGPU defines it.
 *   WebGPU has no out-of-memory for pipelines: there it is an internal error.
 * - `device-loss`: from this request on the device does nothing any more, and then says that it is lost
 * - `destruction`: the same, by destroying the real device, so that all pipelines are compiled again
 * - `budget`: the request is met, and from here on the budget holds smaller slices alone, for a while
 * - `no-budget`: the same with a budget that holds nothing, until the run says that it waits
 */
export const FAULT_WAYS = ['validation', 'out-of-memory', 'device-loss', 'destruction', 'budget', 'no-budget'] as const;
export type FaultWay = (typeof FAULT_WAYS)[number];

/** One fault of one run. */
export interface Fault {
  readonly kind: FaultKind;
  readonly way: FaultWay;
  /** Which request of its kind, from 1. */
  readonly nth: number;
}

export function faultText({ kind, way, nth }: Fault): string {
  return `${kind} ${nth} by ${way}`;
}

/** How a workload is swept: its micro-batch fixed by a person, or free to follow the budget. */
export const SWEEP_MODES = ['fixed', 'free'] as const;
export type SweepMode = (typeof SWEEP_MODES)[number];
