import type { DeviceWatch } from '../device/device-watch.ts';
import type { Executable } from './executable.ts';

/** Aim for one submit. The page shares the GPU with compositing, and drivers kill long submits. */
const TARGET_MS = 40;
/** The same where the page is to stay smooth: one frame of a screen at 60 Hz. */
const SMOOTH_TARGET_MS = 16;
/** Work allowed in the queue at once. */
const QUEUED_MS = 100;
/** Commands of unknown cost in one submit. */
const FIRST_COMMANDS = 6;
/** Weight of a new measurement of a command's cost. */
const LEARNING = 0.4;

interface Submitted {
  readonly estimateMs: number;
  readonly done: Promise<void>;
}

/** What is paced: programs that can be encoded a part at a time. */
export type Replayable = Pick<Executable, 'commandCount' | 'encode'>;

/** What a run says to the pace. */
export interface PaceControl {
  /** Called before each submit; throws where the run was stopped, so that a long slice need not end first. */
  check(): void;
  /** True while the device is to rest after each submit for as long as that took, so that others get their turn. */
  isSmooth(): boolean;
  /** Resolves after so many milliseconds, and at once where the run is told to pause or stop. */
  rest(ms: number): Promise<void>;
}

const UNCONTROLLED: PaceControl = { check: () => {}, isSmooth: () => false, rest: async () => {} };

/**
 * Replays programs in submits sized by measured time, so that none keeps the GPU much over 100 ms, and lets the host run
 * ahead of the device by at most that; where the page is to stay smooth, submits are shorter, the host does not run ahead,
 * and the device rests after each for as long as it took. What is submitted is the same. Costs are learnt per command of
 * each program of one executable.
 */
export class SubmitPacer {
  readonly #device: GPUDevice;
  readonly #watch: DeviceWatch;
  readonly #now: () => number;
  readonly #control: PaceControl;
  readonly #executable: Replayable;
  readonly #costMs = new Map<number, Float64Array>();
  readonly #queue: Submitted[] = [];
  #lastDoneMs = 0;
  /** What the device has done since it rested last. */
  #busyMs = 0;
  #encodeMs = 0;
  #longestSubmitMs = 0;

  constructor(
    device: GPUDevice,
    watch: DeviceWatch,
    executable: Replayable,
    now: () => number,
    control: PaceControl = UNCONTROLLED,
  ) {
    this.#control = control;
    this.#device = device;
    this.#watch = watch;
    this.#executable = executable;
    this.#now = now;
  }

  /** JavaScript milliseconds spent on encoding and submitting since the last call. */
  takeEncodeMs(): number {
    const ms = this.#encodeMs;
    this.#encodeMs = 0;
    return ms;
  }

  /** Longest measured submit after its commands' costs were known. */
  get longestSubmitMs(): number {
    return this.#longestSubmitMs;
  }

  /**
   * Submits a whole program. `before` goes into the first submit ahead of the program, `after` into the last one.
   * Resolves when the host may go on, not when the device is done.
   */
  async run(
    program: number,
    before?: (encoder: GPUCommandEncoder) => void,
    after?: (encoder: GPUCommandEncoder) => void,
  ): Promise<void> {
    const costs = this.#costsOf(program);
    let from = 0;
    while (from < costs.length) {
      const chunk = nextChunk(costs, from, this.#control.isSmooth() ? SMOOTH_TARGET_MS : TARGET_MS);
      await this.#submit(program, from, chunk, before, after);
      from = chunk.to;
    }
  }

  /**
   * The same in a single submit, however long it takes: the device does all of it or, where it refuses it, nothing. For
   * programs that are short and must not be done in part.
   */
  runWhole(program: number, after?: (encoder: GPUCommandEncoder) => void): Promise<void> {
    return this.#submit(program, 0, wholeChunk(this.#costsOf(program)), undefined, after);
  }

  async #submit(
    program: number,
    from: number,
    { to, estimateMs, known }: Chunk,
    before?: (encoder: GPUCommandEncoder) => void,
    after?: (encoder: GPUCommandEncoder) => void,
  ): Promise<void> {
    const costs = this.#costsOf(program);
    if (this.#control.isSmooth()) await this.#rest();
    else await this.#makeRoom(estimateMs);
    this.#watch.check();
    this.#control.check();
    const startMs = this.#now();
    const encoder = this.#device.createCommandEncoder();
    if (from === 0) before?.(encoder);
    this.#executable.encode(encoder, program, from, to);
    if (to === costs.length) after?.(encoder);
    this.#device.queue.submit([encoder.finish()]);
    const submittedMs = this.#now();
    this.#encodeMs += submittedMs - startMs;
    this.#track(costs, from, to, estimateMs, submittedMs, known);
  }

  /** Resolves when the device has done all that was submitted. */
  async idle(): Promise<void> {
    while (this.#queue.length > 0) await this.#waitForOldest();
  }

  #track(costs: Float64Array, from: number, to: number, estimateMs: number, submittedMs: number, known: boolean): void {
    const done = this.#watch.wait(this.#device.queue.onSubmittedWorkDone()).then(() => {
      const doneMs = this.#now();
      const ms = doneMs - Math.max(submittedMs, this.#lastDoneMs);
      this.#lastDoneMs = doneMs;
      this.#busyMs += ms;
      learn(costs, from, to, ms);
      if (known) this.#longestSubmitMs = Math.max(this.#longestSubmitMs, ms);
    });
    // A failure is met by whoever awaits next; unawaited ones must not be reported as unhandled.
    done.catch(() => {});
    this.#queue.push({ estimateMs, done });
  }

  /** Lets the device finish, and then be idle for as long as it has worked since the last rest. */
  async #rest(): Promise<void> {
    await this.idle();
    const restMs = this.#lastDoneMs + this.#busyMs - this.#now();
    this.#busyMs = 0;
    if (restMs > 0) await this.#control.rest(restMs);
  }

  async #makeRoom(estimateMs: number): Promise<void> {
    this.#busyMs = 0;
    let queuedMs = this.#queue.reduce((sum, submitted) => sum + submitted.estimateMs, estimateMs);
    while (this.#queue.length > 0 && queuedMs > QUEUED_MS) {
      queuedMs -= this.#queue[0]?.estimateMs ?? 0;
      await this.#waitForOldest();
    }
  }

  async #waitForOldest(): Promise<void> {
    const oldest = this.#queue.shift();
    await oldest?.done;
  }

  #costsOf(program: number): Float64Array {
    const known = this.#costMs.get(program);
    if (known) return known;
    const costs = new Float64Array(this.#executable.commandCount(program)).fill(Number.NaN);
    this.#costMs.set(program, costs);
    return costs;
  }
}

/** Commands of one submit: up to `to`, what they should take, and whether that was measured. */
interface Chunk {
  readonly to: number;
  readonly estimateMs: number;
  readonly known: boolean;
}

function wholeChunk(costs: Float64Array): Chunk {
  const known = costs.every((cost) => !Number.isNaN(cost));
  return { to: costs.length, estimateMs: known ? costs.reduce((sum, cost) => sum + cost, 0) : TARGET_MS, known };
}

/** The commands of the next submit: as many as fit the target, or a handful where costs are not known yet. */
function nextChunk(costs: Float64Array, from: number, targetMs: number): Chunk {
  let estimateMs = 0;
  let unknown = 0;
  let to = from;
  while (to < costs.length) {
    const cost = costs[to] ?? Number.NaN;
    const isUnknown = Number.isNaN(cost);
    const nextMs = estimateMs + (isUnknown ? targetMs / FIRST_COMMANDS : cost);
    if (to > from && (nextMs > targetMs || (isUnknown && unknown === FIRST_COMMANDS))) break;
    estimateMs = nextMs;
    unknown += isUnknown ? 1 : 0;
    to += 1;
  }
  return { to, estimateMs, known: unknown === 0 };
}

/** Shares a measured time among the commands of a submit, in proportion to what was believed of them. */
function learn(costs: Float64Array, from: number, to: number, ms: number): void {
  let believedMs = 0;
  for (let i = from; i < to; i += 1) believedMs += Number.isNaN(costs[i]) ? 0 : (costs[i] ?? 0);
  const count = to - from;
  for (let i = from; i < to; i += 1) {
    const old = costs[i] ?? Number.NaN;
    const share = believedMs > 0 && !Number.isNaN(old) ? (old / believedMs) * ms : ms / count;
    costs[i] = Number.isNaN(old) ? share : old + LEARNING * (share - old);
  }
}
