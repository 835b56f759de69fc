import type { ProbeAnswer } from '../../core/batch/search-strategies/strategy.ts';
import { FailureError, failureOf } from '../../core/failures.ts';
import type { MemoryPlan } from '../../core/program/memory-plan.ts';
import type { SizeVerdict } from '../../core/program/plan-report.ts';
import { DeviceFailure } from '../device/device-watch.ts';
import { withErrorScopes } from '../device/error-scope.ts';
import type { RunDevice } from '../device/run-device.ts';
import { refusalOf } from '../execute/compile-refusal.ts';
import { Executable } from '../execute/executable.ts';
import { KernelCompilationError } from '../execute/pipeline-cache.ts';
import { SubmitPacer } from '../execute/submit-pacer.ts';
import { INPUT_NAMES } from '../planning/buffer-names.ts';
import type { SizePlanner } from '../planning/training-planner.ts';
import { BudgetExceeded, CappedMemory } from './capped-memory.ts';

export interface DeviceProbeParts {
  readonly runDevice: RunDevice;
  readonly sizes: SizePlanner;
  readonly now: () => number;
  /** Throws where the search was stopped; the probe gives everything back and passes it on. */
  readonly check: () => void;
  /** Kernels that are new to the device are being compiled. */
  readonly onCompiling?: (done: number, total: number) => void;
}

/** The programs of a size's plan: its slice, then the update. */
const SLICE_PROGRAM = 0;

const OUT_OF_MEMORY: SizeVerdict = { type: 'out-of-memory' };

/** Times that a size is tried: a device may refuse once what it takes the next time. */
const ATTEMPTS = 3;

/**
 * Tries sizes on the device, as a search without a plan would have to: one slice forward and backward, with the
 * optimizer's buffers beside it and no update made.
 *
 * Everything a probe touches is its own: its buffers are made for it, start at zero and are destroyed after it. Inputs
 * and parameters are zeros and the weights are equal, since what a slice computes changes neither its bytes nor, to
 * speak of, its time. So a run's parameters, optimizer, running statistics, order of data and counters cannot notice.
 *
 * - A size over a limit of the device is refused before anything is created or dispatched.
 * - A size over the budget is refused at the first buffer that passes it.
 * - What the device has no memory for is out of memory; of a single example, where it has none three times.
 * - What it refuses for another reason is tried again, three times in all.
 *
 * Kernels that are new to the device are compiled, and run once, before the clock starts: which search came upon them
 * first then makes no difference. Tracing and planning are not on the clock either.
 */
export class DeviceProbe {
  readonly #parts: DeviceProbeParts;
  #compileMs = 0;

  constructor(parts: DeviceProbeParts) {
    this.#parts = parts;
  }

  /** Milliseconds spent so far on compiling kernels that were new, which no answer counts. */
  get compileMs(): number {
    return this.#compileMs;
  }

  /**
   * Tries one size. `peakBytes` is what was allocated where it fits, and what it would take where it does not.
   *
   * @throws FailureError or DeviceFailure where the device cannot go on, and what `check` throws.
   */
  async try(microBatch: number): Promise<ProbeAnswer> {
    const { sizes, runDevice, check } = this.#parts;
    await messagesRead();
    check();
    const { verdict, peakBytes, memory } = sizes.plan(microBatch);
    if (verdict.type === 'over-limit' || !memory) return { verdict, peakBytes, elapsedMs: 0 };
    for (let attempt = 1; ; attempt += 1) {
      const isLast = attempt === ATTEMPTS;
      try {
        const answer = await this.#attempt(memory, verdict.type === 'fits');
        // Where not one example has room there is no smaller size to go on with.
        const isFinal = microBatch > 1 || answer.verdict.type !== 'out-of-memory';
        if (isFinal || isLast) return answer;
      } catch (error) {
        if (isLast || !isRefusal(error) || runDevice.watch.failure) throw error;
      }
      check();
    }
  }

  /** One try with buffers of its own, all of them given back. */
  async #attempt(memory: MemoryPlan, isExpected: boolean): Promise<ProbeAnswer> {
    const { sizes, runDevice } = this.#parts;
    const room = new CappedMemory(runDevice.memory, sizes.usableBytes);
    try {
      const isNew = isExpected && (await runDevice.watch.wait(this.#compileNew(memory)));
      return await runDevice.watch.wait(this.#make(room, memory, isNew));
    } finally {
      room.close();
    }
  }

  /** Compiles kernels that this device has not seen. True where there were any. */
  async #compileNew({ programs }: MemoryPlan): Promise<boolean> {
    const { runDevice, now, onCompiling } = this.#parts;
    const startMs = now();
    let isNew = false;
    try {
      const shaders = programs.flatMap((program) => program.shaders);
      await withErrorScopes(runDevice.memory.device, () =>
        runDevice.pipelines.prepare(shaders, (done, missing) => {
          isNew = missing > 0;
          if (isNew) onCompiling?.(done, missing);
        }),
      );
    } catch (error) {
      if (!(error instanceof KernelCompilationError)) throw error;
      throw new FailureError(failureOf('shader-compilation', { kernel: error.kernel }, error.message));
    }
    this.#compileMs += now() - startMs;
    return isNew;
  }

  async #make(room: CappedMemory, memory: MemoryPlan, isNew: boolean): Promise<ProbeAnswer> {
    const { runDevice, sizes, now } = this.#parts;
    const { peakBytes } = memory;
    const startMs = now();
    const compiled = await Executable.compile(room, runDevice.pipelines, memory).catch((error: unknown) => {
      if (error instanceof BudgetExceeded) return error;
      throw error;
    });
    const allocateMs = now() - startMs;
    if (compiled instanceof BudgetExceeded) {
      const verdict: SizeVerdict = { type: 'over-budget', overBytes: peakBytes - sizes.usableBytes };
      return { verdict, peakBytes, elapsedMs: allocateMs };
    }
    if (compiled.type === 'out-of-memory') return { verdict: OUT_OF_MEMORY, peakBytes, elapsedMs: allocateMs };
    if (compiled.type !== 'compiled') throw refusalOf(compiled);
    const { allocatedBytes } = room;
    if (isNew) await this.#run(compiled.executable);
    const runMs = now();
    const verdict = await this.#run(compiled.executable);
    return { verdict, peakBytes: allocatedBytes, elapsedMs: allocateMs + now() - runMs };
  }

  /** One slice on made-up inputs, to the last command. */
  async #run(executable: Executable): Promise<SizeVerdict> {
    const { runDevice, now, check } = this.#parts;
    const { device } = runDevice.memory;
    const replayed = {
      commandCount: (program: number) => executable.commandCount(program),
      encode: (...part: Parameters<Executable['encode']>) => {
        check();
        executable.encode(...part);
      },
    };
    const { outcome } = await withErrorScopes(device, async () => {
      const weights = executable.buffer(INPUT_NAMES.weights);
      const targets = weights.size / Float32Array.BYTES_PER_ELEMENT;
      device.queue.writeBuffer(weights, 0, new Float32Array(targets).fill(1 / targets));
      const pacer = new SubmitPacer(device, runDevice.watch, replayed, now);
      await pacer.run(SLICE_PROGRAM);
      await pacer.idle();
    });
    if (outcome.type === 'ok') return { type: 'fits' };
    if (outcome.type === 'out-of-memory') return OUT_OF_MEMORY;
    throw refusalOf(outcome);
  }
}

/** True for what a device that goes on has refused. */
function isRefusal(error: unknown): boolean {
  if (error instanceof FailureError) return error.failure.code === 'shader-compilation';
  return error instanceof DeviceFailure && error.kind === 'error';
}

/** Lets messages that wait be read, such as one that stops the search: planning and refusals await nothing else. */
function messagesRead(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, 0);
  });
}
