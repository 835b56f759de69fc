import type { TrainingPhase } from '../../core/training-phase.ts';
import type { ActivityProgress, Event, LogEntry, SliceProgress } from '../../protocol/events.ts';
import { type EvaluationRow, MetricsBatcher, type UpdateRow } from './metrics-batcher.ts';

/** Progress events a second, at most ten. */
const PROGRESS_MS = 100;

/** An event of a run before it carries the run's id. */
export type RunEvent = Event extends infer E
  ? E extends { readonly runId: number }
    ? Omit<E, 'runId'>
    : never
  : never;

/**
 * What a run tells the page, and how often: progress and slices at most ten times a second, metrics in packets, phases and
 * log lines at once. Where the run comes to rest nothing is held back.
 */
export class RunReporter {
  /** Updates made so far: every log line says after which it came. */
  updates = 0;
  readonly startMs: number;
  readonly now: () => number;
  readonly #emit: (event: RunEvent) => void;
  readonly #metrics: MetricsBatcher;
  #phase: TrainingPhase = 'idle';
  #progressMs = Number.NEGATIVE_INFINITY;
  /** The newest slice that came too soon after the last event to be told. */
  #untold: SliceProgress | undefined;

  constructor(emit: (event: RunEvent) => void, now: () => number) {
    this.#emit = emit;
    this.now = now;
    this.startMs = now();
    this.#metrics = new MetricsBatcher((packet) => emit({ type: 'metrics', packet }), now);
  }

  emit(event: RunEvent): void {
    this.#emit(event);
  }

  phase(phase: TrainingPhase): void {
    this.#phase = phase;
    this.#emit({ type: 'phase', phase });
  }

  /** A phase within another one: returns what goes back to that. */
  interlude(phase: TrainingPhase): () => void {
    const before = this.#phase;
    this.phase(phase);
    return () => this.phase(before);
  }

  log(level: LogEntry['level'], text: string): void {
    const atMs = this.now() - this.startMs;
    this.#emit({ type: 'log', entry: { atMs, update: this.updates, level, text } });
  }

  /** How far an activity is that began at `startMs`; its end is always told. */
  progress(progress: Omit<ActivityProgress, 'elapsedMs'>, startMs: number): void {
    const isLast = progress.done === progress.total;
    if (!isLast && !this.#isDue()) return;
    this.#emit({ type: 'progress', progress: { ...progress, elapsedMs: this.now() - startMs } });
  }

  slice(progress: SliceProgress): void {
    this.#untold = progress;
    if (this.#isDue()) this.#tellSlice();
  }

  update(row: UpdateRow): void {
    this.#metrics.addUpdate(row);
  }

  evaluation(row: EvaluationRow): void {
    this.#metrics.addEvaluation(row);
  }

  /** The run rests here: what is shown is what was done. Returns what ends the rest, back in the phase before it. */
  paused(progress?: SliceProgress): () => void {
    const phase = this.#phase;
    if (progress) this.#untold = progress;
    this.rest();
    this.phase('paused');
    return () => this.phase(phase);
  }

  /** Tells everything that was held back, however soon it came. */
  rest(): void {
    this.#metrics.flush();
    this.#tellSlice();
  }

  #tellSlice(): void {
    const progress = this.#untold;
    this.#untold = undefined;
    if (progress) this.#emit({ type: 'slice', progress });
  }

  #isDue(): boolean {
    const nowMs = this.now();
    if (nowMs - this.#progressMs < PROGRESS_MS) return false;
    this.#progressMs = nowMs;
    return true;
  }
}
