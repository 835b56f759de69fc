import type { Checkpoint, CheckpointLayout, DataIdentity } from '../../core/checkpoint/checkpoint.ts';
import type { CheckpointExpectation } from '../../core/checkpoint/decode-checkpoint.ts';
import type { TrainingConfig } from '../../core/config/training-config.ts';
import { FailureError, failureOf } from '../../core/failures.ts';
import type { DeviceMemory } from '../device/device-memory.ts';
import type { DeviceWatch } from '../device/device-watch.ts';
import type { Executable } from '../execute/executable.ts';
import { RunHistory } from './run-history.ts';
import type { RunEvent, RunReporter } from './run-reporter.ts';
import { readRunState, writeRunState } from './run-state.ts';

/** Least time of training between two checkpoints for the storage that nobody asked for. */
const INTERVAL_MS = 30_000;
/** Such a checkpoint waits this many times as long as the last one took: at most a twentieth of the time goes into them. */
const PACE = 19;
/**
 * A state that is kept in memory alone, for the loss of the device, waits for a quarter of a second, and this many times
 * as long as reading the last one took: at most a fiftieth of the time goes into them.
 */
const INTERVAL_IN_MEMORY_MS = 250;
const PACE_IN_MEMORY = 49;

/** Reads a checkpoint to go on from, and says which it could not read. Throws FailureError where there is none that fits. */
export type ReadCheckpoint = (expected: CheckpointExpectation, warn: (text: string) => void) => Promise<Checkpoint>;

/** Where a run's checkpoints come from, and where they go. */
export interface RunKeeping {
  readonly layout: CheckpointLayout;
  /** Undefined for a run that begins. */
  readonly source?: ReadCheckpoint;
  /** Keeps a checkpoint between visits; resolves with its bytes. Throws FailureError where the storage refuses. */
  readonly save: (checkpoint: Checkpoint) => Promise<number>;
  /** Milliseconds since 1970. */
  readonly wallClock: () => number;
}

/** What trains, on a device of its own. */
export interface CheckpointSubject {
  readonly memory: DeviceMemory;
  readonly watch: DeviceWatch;
  /** The one in use, which may change with the budget; none while the budget holds nothing. */
  readonly executable: () => Pick<Executable, 'buffer'> | undefined;
  /** The budget in force. */
  readonly budgetBytes: () => number;
}

/**
 * The checkpoints of one run: when they are due, the last one in memory, each of them on its way to the browser's
 * storage, and what the run goes on from when its page, its worker or its device is gone. It never ends a run: what
 * cannot be kept is said once.
 */
export class Checkpointer {
  readonly #config: TrainingConfig;
  readonly #keeping: RunKeeping;
  readonly #reporter: RunReporter;
  readonly #history = new RunHistory();
  readonly #said = new Set<string>();
  #data: DataIdentity | undefined;
  #subject: CheckpointSubject | undefined;
  #last: Checkpoint | undefined;
  /** The newest state that is in the storage or on its way there. */
  #handedOver: Checkpoint | undefined;
  #isWanted = false;
  /** Nothing will be taken by itself: what is in memory is what there is. */
  #isAtRest = true;
  #dueMs = Number.POSITIVE_INFINITY;
  #dueInMemoryMs = Number.POSITIVE_INFINITY;
  #costMs = 0;
  #unsaved: Checkpoint | undefined;
  #saving: Promise<void> | undefined;
  #waiting: (() => void)[] = [];

  constructor(config: TrainingConfig, keeping: RunKeeping, reporter: RunReporter) {
    this.#config = config;
    this.#keeping = keeping;
    this.#reporter = reporter;
  }

  /** The newest state in memory. */
  get last(): Checkpoint | undefined {
    return this.#last;
  }

  get layout(): CheckpointLayout {
    return this.#keeping.layout;
  }

  get skippedInARow(): number {
    return this.#history.skippedInARow;
  }

  /** Resolves when nothing is on its way to the storage. Never rejects. */
  async saved(): Promise<void> {
    await this.#saving;
  }

  /** To be told of everything that the run tells. */
  hear(event: RunEvent): void {
    if (event.type === 'metrics') this.#history.add(event.packet);
  }

  /**
   * Before a run makes updates on `data`, the first time or on another device: sets its counters and its curves to where
   * it goes on. Throws FailureError where what it was to go on from cannot be read.
   */
  async begin({ id, trainExamples, testExamples }: DataIdentity): Promise<void> {
    const { source, layout } = this.#keeping;
    const data = { id, trainExamples, testExamples };
    this.#data = data;
    const isAgain = this.#subject !== undefined;
    this.#subject = undefined;
    if (!this.#last && source) {
      this.#last = await source({ data, ...layout }, (text) => this.#reporter.log('warning', text));
      this.#handedOver = this.#last;
    }
    if (this.#last) this.#history.restore(this.#last.history, this.#last.skippedInARow);
    else if (isAgain) this.#history.clear();
    else return;
    this.#reporter.updates = this.#last?.updates ?? 0;
    this.#reporter.emit({ type: 'history', history: this.#history.tables() });
  }

  /** The run has its device: writes the state that it goes on from, if any. */
  attach(subject: CheckpointSubject): void {
    this.#subject = subject;
    this.#dueMs = this.#reporter.now() + INTERVAL_MS;
    this.#dueInMemoryMs = this.#reporter.now() + INTERVAL_IN_MEMORY_MS;
    this.#isAtRest = false;
    const executable = subject.executable();
    if (!this.#last || !executable) return;
    writeRunState(subject.memory.device.queue, executable, this.#last, this.#keeping.layout);
  }

  /** The device is lost: tells from where the run goes on. */
  announceLoss(): void {
    const { updates } = this.#reporter;
    const kept = this.#last?.updates ?? 0;
    const from = kept === 0 ? 'from its start' : `from update ${kept}`;
    const { message } = failureOf('device-lost', { finishedUpdates: updates });
    const repeated = `updates repeated: ${updates - kept}`;
    this.#reporter.log('warning', `${message} The run goes on ${from} on another device; ${repeated}.`);
  }

  /** Makes a checkpoint due after the update being made. */
  request(): void {
    this.#isWanted = true;
  }

  /** Where the next checkpoint is to go, if one is due. */
  get due(): 'storage' | 'memory' | undefined {
    const nowMs = this.#reporter.now();
    if (this.#isWanted || nowMs >= this.#dueMs) return 'storage';
    return nowMs >= this.#dueInMemoryMs ? 'memory' : undefined;
  }

  /**
   * Takes a checkpoint, unless nothing has changed since the last one; in memory it serves the loss of the device alone,
   * from the storage a run goes on when all else is gone. To be called while the device rests, all numbers of
   * finished updates are back, and the sum of the update in progress is all that the device holds besides. Rejects with
   * DeviceFailure.
   */
  async take(to: 'storage' | 'memory' = 'storage'): Promise<void> {
    const reporter = this.#reporter;
    const startMs = reporter.now();
    reporter.rest();
    if (reporter.updates > 0 && this.#last?.updates !== reporter.updates) await this.#read();
    const costMs = reporter.now() - startMs;
    this.#dueInMemoryMs = reporter.now() + Math.max(INTERVAL_IN_MEMORY_MS, PACE_IN_MEMORY * costMs);
    if (to === 'memory') return;
    this.#isWanted = false;
    this.#handOver();
    this.#pace(costMs);
    this.#wake();
  }

  /** As `take`, where the run comes to rest. What is returned is to be called when it goes on. */
  async rest(): Promise<() => void> {
    await this.take();
    this.#isAtRest = true;
    return () => {
      this.#isAtRest = false;
    };
  }

  /** The last state; of a run in progress, the one after the update that it makes. */
  async current(): Promise<Checkpoint | undefined> {
    if (!this.#isAtRest) {
      this.request();
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
    return this.#last;
  }

  /** The run has ended: nothing is taken any more. */
  end(): void {
    this.#isAtRest = true;
    this.#wake();
  }

  async #read(): Promise<void> {
    if (!this.#subject || !this.#data) return;
    const { memory, watch, budgetBytes } = this.#subject;
    const { updates } = this.#reporter;
    const executable = this.#subject.executable();
    if (!executable) return;
    const roomBytes = budgetBytes() - memory.allocatedBytes;
    const source = { memory, watch, executable, roomBytes };
    const state = await readRunState(source, this.#keeping.layout);
    if (!state) {
      this.#sayOnce('warning', 'The budget leaves no room to read the run back: no checkpoint is taken.');
      return;
    }
    const { skippedInARow } = this.#history;
    const counted = { updates, skippedInARow, createdAtMs: Math.floor(this.#keeping.wallClock()) };
    this.#last = { config: this.#config, data: this.#data, ...counted, ...state, history: this.#history.tables() };
  }

  #handOver(): void {
    if (!this.#last || this.#last === this.#handedOver) return;
    this.#handedOver = this.#last;
    this.#unsaved = this.#last;
    this.#saving ??= this.#save().finally(() => {
      this.#saving = undefined;
    });
  }

  /** Saves what was taken, the newest where several were. */
  async #save(): Promise<void> {
    const { now } = this.#reporter;
    while (this.#unsaved) {
      const checkpoint = this.#unsaved;
      this.#unsaved = undefined;
      const startMs = now();
      try {
        const byteLength = await this.#keeping.save(checkpoint);
        const size = `${(byteLength / 1024 ** 2).toFixed(1)} MiB`;
        this.#sayOnce('info', 'Checkpoints of this run are kept in this browser', `: ${size} each.`);
      } catch (error) {
        const text = error instanceof FailureError ? error.failure.message : `A checkpoint was not kept: ${error}`;
        this.#sayOnce('warning', text, ' Training goes on.');
      }
      this.#pace(this.#costMs + now() - startMs);
    }
  }

  /** @param costMs spent on the last checkpoint so far */
  #pace(costMs: number): void {
    this.#costMs = costMs;
    this.#dueMs = this.#reporter.now() + Math.max(INTERVAL_MS, PACE * costMs);
  }

  #sayOnce(level: 'info' | 'warning', text: string, rest = ''): void {
    if (this.#said.has(text)) return;
    this.#said.add(text);
    this.#reporter.log(level, text + rest);
  }

  #wake(): void {
    for (const resolve of this.#waiting.splice(0)) resolve();
  }
}
