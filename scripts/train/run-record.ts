import { ThroughputMeter } from '../../src/core/metrics/throughput.ts';
import type { DeviceReport, Event } from '../../src/protocol/events.ts';
import type { MetricsPacket } from '../../src/protocol/metrics-packet.ts';
import type { AdaptedEvent, EvaluationEvent, RunTotals, UpdateEvent } from './command-event.ts';

/** Follows a run by its events: turns metrics into lines, and adds up what the run comes to. */
export class RunRecord {
  readonly #now: () => number;
  readonly #throughput = new ThroughputMeter();
  #startedAtMs: number | undefined;
  /** Of each update made, in order: what a lost device undoes is taken away from its end. */
  #made: { readonly batch: number; readonly skipped: boolean }[] = [];
  #rates = { sum: 0, count: 0 };
  #peakBytes: number | null = null;
  #parameterCount: number | null = null;
  #adapter: string | null = null;
  #lastUpdate: UpdateEvent | undefined;
  #lastEvaluation: EvaluationEvent | undefined;

  constructor(now: () => number) {
    this.#now = now;
  }

  /** Takes note of an event; returns the lines it is worth, in the order of updates. */
  add(event: Event): readonly (UpdateEvent | EvaluationEvent | AdaptedEvent)[] {
    if ('runId' in event) this.#startedAtMs ??= this.#now();
    if (event.type === 'device') this.#adapter = adapterName(event.report);
    if (event.type === 'ready') {
      this.#peakBytes = event.report.peakBytes;
      this.#parameterCount = event.summary.parameterCount;
    }
    if (event.type === 'history') this.#made.length = Math.min(this.#made.length, event.history.updates.rowsAppended);
    if (event.type === 'adapted') {
      this.#peakBytes = event.report.peakBytes;
      return [{ event: 'adapted', ...event.adaptation, allocatedBytes: event.allocatedBytes }];
    }
    if (event.type !== 'metrics') return [];
    const updates = updateEvents(event.packet, this.#peakBytes ?? Number.NaN);
    const evaluations = evaluationEvents(event.packet);
    for (const update of updates) this.#count(update);
    this.#lastEvaluation = evaluations.at(-1) ?? this.#lastEvaluation;
    // Stable: an evaluation follows the update it was made after.
    return [...updates, ...evaluations].sort((a, b) => a.update - b.update);
  }

  get totals(): RunTotals {
    const last = this.#lastUpdate;
    return {
      updates: last?.update ?? 0,
      examples: this.#made.reduce((sum, { batch }) => sum + batch, 0),
      skippedUpdates: this.#made.filter(({ skipped }) => skipped).length,
      totalMs: this.#startedAtMs === undefined ? 0 : this.#now() - this.#startedAtMs,
      examplesPerSecond: this.#examplesPerSecond(),
      loss: last?.loss ?? null,
      accuracy: last?.accuracy ?? null,
      testLoss: this.#lastEvaluation?.testLoss ?? null,
      testAccuracy: this.#lastEvaluation?.testAccuracy ?? null,
      microBatch: last?.microBatch ?? null,
      slices: last?.slices ?? null,
      allocatedBytes: last?.allocatedBytes ?? null,
      peakBytes: this.#peakBytes,
      parameterCount: this.#parameterCount,
      adapter: this.#adapter,
    };
  }

  /** A run that ends within the warm-up has no rate without it: the mean of the rates there are says more than nothing. */
  #examplesPerSecond(): number | null {
    const { sum, count } = this.#rates;
    return finiteOrNull(this.#throughput.examplesPerSecond) ?? finiteOrNull(sum / count);
  }

  #count(update: UpdateEvent): void {
    this.#made.push({ batch: update.batch, skipped: update.skipped });
    this.#throughput.add(update.examplesPerSecond);
    if (Number.isFinite(update.examplesPerSecond) && update.examplesPerSecond > 0) {
      this.#rates = { sum: this.#rates.sum + update.examplesPerSecond, count: this.#rates.count + 1 };
    }
    this.#lastUpdate = update;
  }
}

/** "google swiftshader (software)"; null where there is no adapter. */
export function adapterName(report: DeviceReport): string | null {
  if (report.status === 'unavailable') return null;
  const names = [report.vendor, report.architecture, report.description || report.device].filter(Boolean);
  return `${names.join(' ') || 'unnamed adapter'} (${report.isSoftware ? 'software' : 'hardware'})`;
}

function updateEvents({ updates }: MetricsPacket, peakBytes: number): UpdateEvent[] {
  return Array.from(updates.update, (update, row) => ({
    event: 'update',
    update,
    loss: at(updates.loss, row),
    accuracy: at(updates.accuracy, row),
    slices: at(updates.slices, row),
    microBatch: at(updates.microBatch, row),
    allocatedBytes: at(updates.allocatedBytes, row),
    peakBytes,
    gradientNorm: at(updates.gradientNorm, row),
    stepMs: at(updates.stepMs, row),
    encodeMs: at(updates.encodeMs, row),
    examplesPerSecond: at(updates.examplesPerSecond, row),
    batch: at(updates.batch, row),
    learningRate: at(updates.learningRate, row),
    skipped: at(updates.skipped, row) === 1,
  }));
}

function evaluationEvents({ evaluations }: MetricsPacket): EvaluationEvent[] {
  return Array.from(evaluations.update, (update, row) => ({
    event: 'evaluation',
    update,
    testLoss: at(evaluations.testLoss, row),
    testAccuracy: at(evaluations.testAccuracy, row),
    evaluationMs: at(evaluations.evaluationMs, row),
  }));
}

function at(column: Float64Array, row: number): number {
  return column[row] ?? Number.NaN;
}

function finiteOrNull(value: number): number | null {
  return Number.isFinite(value) ? value : null;
}
