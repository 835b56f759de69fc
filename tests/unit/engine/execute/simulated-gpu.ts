import { DeviceWatch } from '../../../../src/engine/device/device-watch.ts';
import { type PaceControl, type Replayable, SubmitPacer } from '../../../../src/engine/execute/submit-pacer.ts';
import { FakeDevice } from '../device/fake-device.ts';

/** One command as it was submitted: program and position, or a mark left by `before` or `after`. */
export type Encoded = string;

export interface Submit {
  readonly commands: readonly Encoded[];
  /** What the device needs for them. */
  readonly ms: number;
  /** Work in the queue once this is submitted, this included. */
  readonly queuedMs: number;
}

/**
 * A device with a clock of its own: command i of a program takes the milliseconds given, one after another. The clock
 * stands still while the host runs, and jumps to the end of a submit when the host waits for it.
 */
export class SimulatedGpu extends FakeDevice {
  readonly submits: Submit[] = [];
  /** Milliseconds of each rest that the pacer took. */
  readonly rests: number[] = [];
  isSmooth = false;
  readonly pacer: SubmitPacer;
  readonly watch: DeviceWatch;
  #nowMs = 0;
  #freeAtMs = 0;

  constructor(programs: readonly (readonly number[])[], check: () => void = () => {}) {
    super();
    const control: PaceControl = {
      check,
      isSmooth: () => this.isSmooth,
      rest: async (ms) => {
        this.rests.push(ms);
        this.#nowMs += ms;
      },
    };
    const executable: Replayable = {
      commandCount: (program) => programs[program]?.length ?? 0,
      encode: (encoder, program, from = 0, to = 0) => {
        for (let i = from; i < to; i += 1) {
          const { commands, cost } = asRecord(encoder);
          commands.push(`${program}:${i}`);
          cost.ms += programs[program]?.[i] ?? 0;
        }
      },
    };
    this.watch = new DeviceWatch(this.asGpuDevice(), this.now);
    this.pacer = new SubmitPacer(this.asGpuDevice(), this.watch, executable, this.now, control);
  }

  readonly now = (): number => this.#nowMs;

  /** Lets time pass in which nobody does anything. */
  pass(ms: number): void {
    this.#nowMs += ms;
  }

  createCommandEncoder() {
    const record: EncoderRecord = { commands: [], cost: { ms: 0 } };
    return { ...record, finish: () => record };
  }

  readonly queue = {
    submit: (buffers: readonly EncoderRecord[]): void => {
      for (const { commands, cost } of buffers) {
        this.#freeAtMs = Math.max(this.#freeAtMs, this.#nowMs) + cost.ms;
        this.submits.push({ commands, ms: cost.ms, queuedMs: this.#freeAtMs - this.#nowMs });
      }
    },
    onSubmittedWorkDone: (): Promise<void> => {
      const doneMs = this.#freeAtMs;
      // Timers run when the host has nothing else to do, in the order in which they were set.
      return new Promise((resolve) => {
        setTimeout(() => {
          this.#nowMs = Math.max(this.#nowMs, doneMs);
          resolve();
        }, 0);
      });
    },
  };
}

interface EncoderRecord {
  readonly commands: Encoded[];
  readonly cost: { ms: number };
}

/** Leaves a mark among the commands of a submit. */
export const mark = (name: string) => (encoder: GPUCommandEncoder) => {
  asRecord(encoder).commands.push(name);
};

function asRecord(encoder: GPUCommandEncoder): EncoderRecord {
  return encoder as unknown as EncoderRecord;
}
