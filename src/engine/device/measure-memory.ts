import { clampCeiling, nextStep, passedBytes, type TriedBlock } from '../../core/device-measurement.ts';
import { type Failure, FailureError, failureOf } from '../../core/failures.ts';
import type { MeasurementEnd, MeasurementProgress } from '../../protocol/measurement-progress.ts';
import { KernelCompilationError } from '../execute/pipeline-cache.ts';
import { failureOfError } from '../failure-of-error.ts';
import { DeviceFailure, type DeviceWatch } from './device-watch.ts';
import type { RunDevice } from './run-device.ts';
import { TouchedBlocks } from './touched-blocks.ts';

export interface MeasurementEnvironment {
  /** Waits for a usable device that no run holds. Rejects with FailureError where there is none. */
  readonly prepare: () => Promise<{ readonly runDevice: RunDevice }>;
  readonly emit: (progress: MeasurementProgress) => void;
  readonly now: () => number;
}

/**
 * Finds out how much this page can allocate, by allocating it: block after block, each written in full, until one is
 * refused, one is much slower than those before, or the ceiling is reached. Whatever the end, every block is given back
 * before it is told.
 */
export class MemoryMeasurement {
  readonly #ceilingBytes: number;
  readonly #environment: MeasurementEnvironment;
  readonly #tried: TriedBlock[] = [];
  #isCancelled = false;
  #watch: DeviceWatch | undefined;

  constructor(ceilingBytes: number, environment: MeasurementEnvironment) {
    this.#ceilingBytes = clampCeiling(ceilingBytes);
    this.#environment = environment;
  }

  /** Takes effect after the block that is being written. */
  cancel(): void {
    this.#isCancelled = true;
  }

  /** Measures to the end. Never rejects: the last thing it tells is how it ended. */
  async run(): Promise<void> {
    const end = await this.#measure().catch(
      (error: unknown): MeasurementEnd => ({ type: 'failed', failure: this.#failureOf(error) }),
    );
    this.#environment.emit({ type: 'ended', end, passedBytes: passedBytes(this.#tried) });
  }

  async #measure(): Promise<MeasurementEnd> {
    if (this.#isCancelled) return { type: 'cancelled' };
    const { prepare, emit, now } = this.#environment;
    const { runDevice } = await prepare();
    this.#watch = runDevice.watch;
    emit({ type: 'started', ceilingBytes: this.#ceilingBytes });
    const blocks = new TouchedBlocks(runDevice, now);
    try {
      await blocks.prepare();
      return await this.#fill(blocks, runDevice.memory.device.limits);
    } finally {
      blocks.destroy();
    }
  }

  async #fill(blocks: TouchedBlocks, limits: GPUSupportedLimits): Promise<MeasurementEnd> {
    const maxBlockBytes = Math.min(limits.maxBufferSize, limits.maxStorageBufferBindingSize);
    const ceilingBytes = this.#ceilingBytes;
    while (!this.#isCancelled) {
      const step = nextStep(this.#tried, { ceilingBytes, maxBlockBytes });
      if (step.type === 'stop') return { type: 'measured', stop: step.stop };
      const outcome = await blocks.add(step.blockBytes);
      this.#tried.push({ sizeBytes: step.blockBytes, outcome });
      this.#environment.emit({ type: 'block', passedBytes: passedBytes(this.#tried) });
    }
    return { type: 'cancelled' };
  }

  #failureOf(error: unknown): Failure {
    if (error instanceof FailureError) return error.failure;
    if (error instanceof KernelCompilationError) {
      return failureOf('shader-compilation', { kernel: error.kernel }, error.message);
    }
    const cause = error instanceof DeviceFailure ? error : this.#watch?.failure;
    if (cause) {
      const parameters = { isLost: cause.kind === 'lost', passedBytes: passedBytes(this.#tried) };
      return failureOf('measurement-device-failed', parameters, cause.message);
    }
    return failureOfError(error);
  }
}
