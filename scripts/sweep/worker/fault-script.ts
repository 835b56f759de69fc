import type { Fault, FaultKind, FaultWay } from '../faults.ts';

/** Budgets asked for while it is low, before it is back: slices of an update at most. */
const LOW_FOR_QUESTIONS = 4;

/** Counts the requests of one run, on however many devices, and says when its one fault is due. */
export class FaultScript {
  readonly #fault: Fault | undefined;
  readonly #counts: Record<FaultKind, number> = { allocation: 0, pipeline: 0, submit: 0, 'read-back': 0 };
  #isInjected = false;
  /** Questions left for which the budget is low. */
  #lowFor = 0;

  constructor(fault: Fault | undefined) {
    this.#fault = fault;
  }

  get counts(): Readonly<Record<FaultKind, number>> {
    return this.#counts;
  }

  /** Whether the run came as far as its fault. */
  get isInjected(): boolean {
    return this.#isInjected;
  }

  /** A request is made. Returns how it fails; a budget that falls fails nothing by itself. */
  next(kind: FaultKind): FaultWay | undefined {
    this.#counts[kind] += 1;
    const fault = this.#fault;
    if (fault?.kind !== kind || fault.nth !== this.#counts[kind]) return undefined;
    this.#isInjected = true;
    if (fault.way === 'budget') this.#lowFor = LOW_FOR_QUESTIONS;
    else if (fault.way === 'no-budget') this.#lowFor = Number.POSITIVE_INFINITY;
    else return fault.way;
    return undefined;
  }

  /** The budget in force: `calmMiB` where nothing has happened to it, else what a fault of the budget leaves. */
  budgetMiB(calmMiB: number, smallMiB: number): number {
    if (this.#lowFor === 0) return calmMiB;
    this.#lowFor -= 1;
    // A tenth of a plan holds none of its parameters.
    return this.#fault?.way === 'budget' ? Math.min(calmMiB, smallMiB) : smallMiB / 10;
  }

  /** The budget is what it was. */
  recoverBudget(): void {
    this.#lowFor = 0;
  }
}
