import { balancedSlices, sliceSizes } from '../../core/batch/balanced-slices.ts';
import type { SliceProgress } from '../../protocol/events.ts';
import type { Batch } from '../datasets/batch-source.ts';
import type { SlicePosition, TrainerPlan } from './replay-kit.ts';

/** How far an update is: which slices are in the sum, and how the rest of its batch is cut. */
export class UpdateInProgress {
  /** From 0. */
  readonly update: number;
  readonly batch: Batch;
  #plan: TrainerPlan | undefined;
  /** Slices of the replays to come, the next one at `#nextReplay`. */
  #replays: readonly (readonly number[])[] = [];
  #nextReplay = 0;
  /** All slices of the update, as they ran and as they are to run. Never changed in place: it is sent to the page. */
  #sizes: readonly number[];
  #slicesDone = 0;
  #first = 0;

  constructor(update: number, batch: Batch) {
    this.update = update;
    this.batch = batch;
    this.#sizes = [batch.indices.length];
  }

  get examples(): number {
    return this.batch.indices.length;
  }

  /** The first example that is not in the sum. */
  get first(): number {
    return this.#first;
  }

  /** Sizes of the slices in the sum, in order. */
  get done(): readonly number[] {
    return this.#sizes.slice(0, this.#slicesDone);
  }

  get position(): SlicePosition {
    const isUpdateStart = this.#slicesDone === 0;
    const rest = isUpdateStart ? 0 : this.examples - this.#first;
    return { update: this.update, slice: this.#slicesDone, rest, isUpdateStart };
  }

  /** Cuts what is left as `plan` wants it; finished slices stay. False where it is cut so already. */
  cutFor(plan: TrainerPlan): boolean {
    if (plan === this.#plan) return false;
    this.#plan = plan;
    const left = this.examples - this.#first;
    const replays = left === 0 ? [] : sliceSizes(balancedSlices(left, plan.examplesPerReplay));
    this.#replays = replays.map((examples) => sliceSizes(balancedSlices(examples, plan.report.microBatch)));
    this.#nextReplay = 0;
    this.#sizes = [...this.done, ...this.#replays.flat()];
    return true;
  }

  /** Slices of the next replay; undefined where every example is in the sum. */
  get next(): readonly number[] | undefined {
    return this.#replays[this.#nextReplay];
  }

  /** The next replay is in the sum. */
  nextDone(): void {
    for (const size of this.next ?? []) {
      this.#slicesDone += 1;
      this.#first += size;
    }
    this.#nextReplay += 1;
  }

  /** Nothing is in the sum any longer. */
  startAgain(): void {
    this.#slicesDone = 0;
    this.#first = 0;
    this.#plan = undefined;
  }

  progress(stage: SliceProgress['stage']): SliceProgress {
    const { batch, update } = this;
    const slicesDone = this.#slicesDone;
    return { update: update + 1, epoch: batch.epoch + 1, sliceSizes: this.#sizes, slicesDone, stage };
  }
}
