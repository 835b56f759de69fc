import type { Fault } from './faults.ts';

/** Whether a run with a fault came to what the run without one did. */
export type Verdict =
  | { readonly type: 'bitwise' }
  /** Other bits within 1e-5, in another cut. */
  | { readonly type: 'close'; readonly difference: number }
  | { readonly type: 'lost'; readonly reason: string };

/** What became of one fault. */
export interface SweptFault {
  readonly fault: Fault;
  /** False where the run made fewer requests than the one without a fault: submits are as many as the device is quick. */
  readonly isInjected: boolean;
  readonly verdict: Verdict;
}
