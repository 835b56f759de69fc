import { balancedSlices, sliceSizes as flattenSlices } from '../../core/batch/balanced-slices.ts';
import type { EpochPlan } from '../../core/batch/epoch-plan.ts';
import type { TrainingConfig } from '../../core/config/training-config.ts';
import { learningRateAt } from '../../core/learning-rate.ts';
import type { SliceProgress } from '../../protocol/events.ts';
import type { Batch, BatchSource } from '../datasets/batch-source.ts';
import type { DeviceMemory } from '../device/device-memory.ts';
import type { Executable } from '../execute/executable.ts';
import type { ReadBack } from '../execute/readback.ts';
import type { SubmitPacer } from '../execute/submit-pacer.ts';
import { METRICS_NAME } from '../planning/buffer-names.ts';
import type { RunPlan } from '../planning/run-plan.ts';
import type { UpdateRow } from './metrics-batcher.ts';
import type { RunControl } from './run-control.ts';
import type { SliceInputs } from './slice-inputs.ts';
import { readMetrics, UPDATE_BLOCK_WORDS, writeUpdateBlock } from './update-block.ts';
import { UPDATE_BLOCK_NAME } from './update-program.ts';

/** What the trainer reads of a run's plan. */
export type TrainerPlan = Pick<RunPlan, 'examplesPerReplay' | 'sliceProgram' | 'updateProgram'> & {
  readonly report: Pick<RunPlan['report'], 'microBatch'>;
};

export interface TrainerParts {
  readonly config: TrainingConfig;
  readonly epochs: EpochPlan;
  readonly plan: TrainerPlan;
  readonly memory: DeviceMemory;
  readonly executable: Executable;
  readonly pacer: SubmitPacer;
  readonly readBack: ReadBack;
  readonly inputs: SliceInputs;
  readonly batches: BatchSource;
  readonly control: RunControl;
  readonly observer: TrainerObserver;
  readonly now: () => number;
}

/** Who is told what happens. Calls come in order; none is awaited. */
export interface TrainerObserver {
  /** A slice's gradient is in the sum, or the stage changed. */
  progressed(progress: SliceProgress): void;
  /** An update's numbers came back. */
  updated(row: UpdateRow): void;
  /** All work is done and all numbers are back; the loop rests. What is returned is called when it goes on. */
  paused(progress: SliceProgress): () => void;
}

interface Pending {
  readonly row: Promise<UpdateRow>;
}

/**
 * Runs updates: the slices of a batch one after another, their gradients added up on the device, then one optimizer
 * step. Loss and accuracy come back once an update; the host never waits for more than the update before.
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
    const { config, epochs, plan, executable, pacer, readBack, batches, control, observer, now } = this.#parts;
    const batch = batches.batchOfUpdate(update);
    const replays = flattenSlices(balancedSlices(batch.indices.length, plan.examplesPerReplay)).map((examples) =>
      flattenSlices(balancedSlices(examples, plan.report.microBatch)),
    );
    const sizes = replays.flat();
    const at = (slicesDone: number, stage: SliceProgress['stage']): SliceProgress => ({
      update: update + 1,
      epoch: batch.epoch + 1,
      sliceSizes: sizes,
      slicesDone,
      stage,
    });
    // Time spent on encoding an evaluation in between is none of this update's.
    pacer.takeEncodeMs();
    // When this update began; later by as long as it rested at a gate, which is a person's time and not its own.
    let startMs = Number.NaN;
    let first = 0;
    let done = 0;
    for (const slices of replays) {
      const restedMs = await this.#gate(at(done, 'accumulating'));
      startMs = done === 0 ? now() : startMs + restedMs;
      first = await this.#replay(update, batch, first, slices);
      done += slices.length;
      observer.progressed(at(done, 'accumulating'));
    }
    startMs += await this.#gate(at(sizes.length, 'updating'));
    const learningRate = learningRateAt(config, update, epochs.totalUpdates);
    writeUpdateBlock(this.#updateBlock, { learningRate, examples: batch.indices.length });
    this.#queue.writeBuffer(executable.buffer(UPDATE_BLOCK_NAME), 0, this.#updateBlock);
    const metrics = readBack.next(executable.buffer(METRICS_NAME));
    await pacer.run(plan.updateProgram, undefined, metrics.encode);
    const encodeMs = pacer.takeEncodeMs();
    const shape = {
      update: update + 1,
      batch: batch.indices.length,
      slices: sizes.length,
      microBatch: sizes[0] ?? 0,
      learningRate,
      encodeMs,
    };
    const row = metrics.read().then((values) => this.#row(values, startMs, shape));
    row.catch(() => {});
    observer.progressed(at(sizes.length, 'done'));
    control.updateDone();
    const before = this.#pending;
    this.#pending = { row };
    if (before) observer.updated(await before.row);
  }

  /** Waits for the numbers of the last update and hands them out. */
  async settle(): Promise<void> {
    const { pacer, observer } = this.#parts;
    await pacer.idle();
    const pending = this.#pending;
    this.#pending = undefined;
    if (pending) observer.updated(await pending.row);
  }

  get #queue(): GPUQueue {
    return this.#parts.memory.device.queue;
  }

  /** Returns the milliseconds for which the loop rested. */
  async #gate(progress: SliceProgress): Promise<number> {
    const { control, observer, now } = this.#parts;
    let pausedMs = 0;
    let restedMs = 0;
    await control.pass(async () => {
      await this.settle();
      const resumed = observer.paused(progress);
      pausedMs = now();
      return () => {
        restedMs = now() - pausedMs;
        resumed();
      };
    });
    return restedMs;
  }

  /** Runs the program that takes these slices, from example `first` of the batch on; returns the example behind them. */
  async #replay(update: number, batch: Batch, first: number, slices: readonly number[]): Promise<number> {
    const { config, plan, executable, pacer, inputs } = this.#parts;
    let next = first;
    for (const [slice, size] of slices.entries()) {
      batch.gather(next, size, inputs.staging);
      inputs.upload(this.#queue, executable, size, { seed: config.seed, update, firstExample: next }, slice);
      next += size;
    }
    const program = plan.sliceProgram.get(next - first);
    if (program === undefined) throw new Error(`No program for ${next - first} examples.`);
    const metrics = executable.buffer(METRICS_NAME);
    await pacer.run(program, first === 0 ? (encoder) => encoder.clearBuffer(metrics) : undefined);
    return next;
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
