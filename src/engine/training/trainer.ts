import type { EpochPlan } from '../../core/batch/epoch-plan.ts';
import type { TrainingConfig } from '../../core/config/training-config.ts';
import { learningRateAt } from '../../core/learning-rate.ts';
import type { SliceProgress } from '../../protocol/events.ts';
import type { BatchSource } from '../datasets/batch-source.ts';
import type { DeviceMemory } from '../device/device-memory.ts';
import { isFault, openErrorScopes, type ScopeOutcome } from '../device/error-scope.ts';
import { METRICS_NAME } from '../planning/buffer-names.ts';
import type { UpdateRow } from './metrics-batcher.ts';
import type { KitSource, ReplayFault, TrainerPlan } from './replay-kit.ts';
import type { RunControl } from './run-control.ts';
import { readMetrics, UPDATE_BLOCK_WORDS, writeUpdateBlock } from './update-block.ts';
import { UpdateInProgress } from './update-in-progress.ts';
import { UPDATE_BLOCK_NAME } from './update-program.ts';

export interface TrainerParts {
  readonly config: TrainingConfig;
  readonly epochs: EpochPlan;
  readonly kits: KitSource<TrainerPlan>;
  readonly memory: DeviceMemory;
  readonly batches: BatchSource;
  readonly control: RunControl;
  readonly observer: TrainerObserver;
  readonly now: () => number;
}

/** Who is told what happens. Calls come in order; only a pause is awaited. */
export interface TrainerObserver {
  /** A slice's gradient is in the sum, or the stage changed. */
  progressed(progress: SliceProgress): void;
  /** The rest of a batch is cut anew, or its update starts again. */
  recut(progress: SliceProgress): void;
  /** An update's numbers came back. */
  updated(row: UpdateRow): void;
  /** All work is done and all numbers are back; the loop rests. What it gives back is called when it goes on. */
  paused(progress: SliceProgress): (() => void) | Promise<() => void>;
}

interface Pending {
  readonly row: Promise<UpdateRow>;
}

/** What an update has taken so far. */
interface Timing {
  /** When it began; later by as long as it rested at a gate, which is a person's time and not its own. */
  startMs: number;
  encodeMs: number;
}

/**
 * Runs updates: the slices of a batch one after another, their gradients added up on the device, then one optimizer
 * step. Loss and accuracy come back once an update; the host never waits for more than the update before.
 *
 * All submits run inside error scopes. The optimizer's step, a single submit, is made only once the device has taken every
 * slice; where it refused one, the sum is cleared and the update starts again, so that none counts in part or twice.
 */
export class Trainer {
  readonly #parts: TrainerParts;
  readonly #updateBlock = new Float32Array(UPDATE_BLOCK_WORDS);
  #pending: Pending | undefined;
  #lastReadMs = 0;

  constructor(parts: TrainerParts) {
    this.#parts = parts;
  }

  /** Makes update `update` (from 0) of the run. Throws RunStopped, or FailureError when the device fails. */
  async update(update: number): Promise<void> {
    const { kits, batches, control, observer } = this.#parts;
    const progress = new UpdateInProgress(update, batches.batchOfUpdate(update));
    const timing: Timing = { startMs: Number.NaN, encodeMs: 0 };
    let isClean = true;
    for (;;) {
      const fault = await this.#accumulate(progress, timing, isClean);
      if (!fault) break;
      await kits.recover(fault, 'slices', progress.position, () => this.settle());
      progress.startAgain();
      isClean = false;
    }
    const pending = await this.#finish(progress, timing);
    pending.row.catch(() => {});
    observer.progressed(progress.progress('done'));
    kits.updateMade();
    control.updateDone();
    const before = this.#pending;
    this.#pending = pending;
    if (before) observer.updated(await before.row);
  }

  /** Waits for the numbers of the last update and hands them out. */
  async settle(): Promise<void> {
    const { kits, observer } = this.#parts;
    await kits.idle();
    const pending = this.#pending;
    this.#pending = undefined;
    if (pending) observer.updated(await pending.row);
  }

  get #device(): GPUDevice {
    return this.#parts.memory.device;
  }

  /** Runs the slices that are not in the sum yet. Returns the first that the device refused, when it has looked at all. */
  async #accumulate(progress: UpdateInProgress, timing: Timing, isClean: boolean): Promise<ReplayFault | undefined> {
    const { observer, now, memory } = this.#parts;
    const outcomes: Promise<ScopeOutcome>[] = [];
    let hasFailed = false;
    for (;;) {
      await this.#gate(progress, timing, 'accumulating');
      const slices = progress.next;
      if (!slices) break;
      if (Number.isNaN(timing.startMs)) timing.startMs = now();
      const { outcome } = await this.#scoped(timing, () => {
        // One failure for all slices that are then to be repeated. They allocate nothing, but a driver may for them.
        if (!hasFailed) hasFailed = memory.failsAttempt();
        return this.#replay(progress, slices, isClean);
      });
      outcomes.push(outcome);
      progress.nextDone();
      observer.progressed(progress.progress('accumulating'));
      if (progress.first === progress.examples) break;
    }
    await this.#gate(progress, timing, 'updating');
    return (await Promise.all(outcomes)).find(isFault);
  }

  /** One optimizer step on the finished sum. Returns its numbers, which are on their way. */
  async #finish(progress: UpdateInProgress, timing: Timing): Promise<Pending> {
    const { config, epochs, kits } = this.#parts;
    const { update, examples, done } = progress;
    const learningRate = learningRateAt(config, update, epochs.totalUpdates);
    writeUpdateBlock(this.#updateBlock, { learningRate, examples });
    const { executable, pacer, readBack, plan } = kits.current;
    const metrics = readBack.next(executable.buffer(METRICS_NAME));
    for (;;) {
      const { outcome } = await this.#scoped(timing, () => {
        this.#device.queue.writeBuffer(executable.buffer(UPDATE_BLOCK_NAME), 0, this.#updateBlock);
        return pacer.runWhole(plan.updateProgram, metrics.encode);
      });
      const ended = await outcome;
      if (!isFault(ended)) break;
      // Refused as a whole: sum and parameters are as before.
      await kits.recover(ended, 'step', progress.position, () => this.settle());
    }
    const shape = {
      update: update + 1,
      batch: examples,
      slices: done.length,
      microBatch: Math.max(...done),
      learningRate,
      encodeMs: timing.encodeMs,
    };
    return { row: metrics.read().then((values) => this.#row(values, timing.startMs, shape)) };
  }

  /** Passes a gate: rests while the run is paused, and takes up the plan that is then in use. */
  async #gate(progress: UpdateInProgress, timing: Timing, stage: SliceProgress['stage']): Promise<void> {
    const { control, observer, now, kits } = this.#parts;
    let settledMs: number | undefined;
    const settle = async () => {
      await this.settle();
      settledMs ??= now();
    };
    const ready = (answer: boolean): boolean => {
      const isRecut = answer && progress.cutFor(kits.current.plan);
      if (isRecut && settledMs !== undefined) observer.recut(progress.progress(stage));
      return answer;
    };
    await control.pass(
      async () => {
        await settle();
        return observer.paused(progress.progress(stage));
      },
      () => {
        const answer = kits.meetBudget(progress.position, settle);
        return typeof answer === 'boolean' ? ready(answer) : answer.then(ready);
      },
    );
    if (settledMs !== undefined) timing.startMs += now() - settledMs;
  }

  /** Does what submits, inside error scopes. What they caught is known when the device has looked at it. */
  async #scoped(timing: Timing, submit: () => Promise<void>): Promise<{ readonly outcome: Promise<ScopeOutcome> }> {
    const { pacer } = this.#parts.kits.current;
    // Time spent on encoding an evaluation in between is none of this update's.
    pacer.takeEncodeMs();
    const close = openErrorScopes(this.#device);
    let outcome: Promise<ScopeOutcome>;
    try {
      await submit();
    } finally {
      outcome = close();
    }
    timing.encodeMs += pacer.takeEncodeMs();
    return { outcome };
  }

  /** Runs the program that takes the next slices of the batch. */
  async #replay(
    { update, batch, first }: UpdateInProgress,
    slices: readonly number[],
    isClean: boolean,
  ): Promise<void> {
    const { config, kits } = this.#parts;
    const { plan, executable, pacer, inputs } = kits.current;
    let next = first;
    for (const [slice, size] of slices.entries()) {
      batch.gather(next, size, inputs.staging);
      inputs.upload(this.#device.queue, executable, size, { seed: config.seed, update, firstExample: next }, slice);
      next += size;
    }
    const program = plan.sliceProgram.get(next - first);
    if (program === undefined) throw new Error(`No program for ${next - first} examples.`);
    const accumulators = isClean ? [] : executable.accumulators;
    const cleared = [executable.buffer(METRICS_NAME), ...accumulators];
    const clear = (encoder: GPUCommandEncoder) => {
      for (const buffer of cleared) encoder.clearBuffer(buffer);
    };
    await pacer.run(program, first === 0 ? clear : undefined);
  }

  #row(
    values: Float32Array,
    startMs: number,
    shape: Pick<UpdateRow, 'update' | 'batch' | 'slices' | 'microBatch' | 'learningRate' | 'encodeMs'>,
  ): UpdateRow {
    const { memory, now } = this.#parts;
    const { loss, accuracy, gradientNorm, skipped } = readMetrics(values);
    const readMs = now();
    // Updates overlap by their read-back: only the time since the last one came back belongs to this one's throughput.
    const ownMs = readMs - Math.max(startMs, this.#lastReadMs);
    this.#lastReadMs = readMs;
    return {
      ...shape,
      loss,
      accuracy,
      gradientNorm,
      skipped: skipped ? 1 : 0,
      allocatedBytes: memory.allocatedBytes,
      stepMs: readMs - startMs,
      examplesPerSecond: ownMs > 0 ? (1000 * shape.batch) / ownMs : Number.NaN,
    };
  }
}
