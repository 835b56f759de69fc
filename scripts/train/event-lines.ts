import { formatBytes } from '../../src/core/bytes.ts';
import { adaptationText } from '../../src/engine/training/adaptation-text.ts';
import type { CommandEvent, EvaluationEvent, RunTotals, UpdateEvent } from './command-event.ts';

const count = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });
const percent = (share: number): string => `${(100 * share).toFixed(1)} %`;
const bytes = (value: number): string => formatBytes(value).text;

interface UpdateColumn {
  readonly heading: string;
  readonly width: number;
  readonly text: (update: UpdateEvent) => string;
}

/** Widths hold the largest values that are likely, because lines are written before the next one is known. */
const COLUMNS: readonly UpdateColumn[] = [
  { heading: 'update', width: 6, text: (line) => String(line.update) },
  { heading: 'loss', width: 8, text: (line) => line.loss.toFixed(4) },
  { heading: 'accuracy', width: 8, text: (line) => percent(line.accuracy) },
  { heading: 'slices', width: 6, text: (line) => String(line.slices) },
  { heading: 'micro-batch', width: 11, text: (line) => String(line.microBatch) },
  { heading: 'allocated', width: 9, text: (line) => bytes(line.allocatedBytes) },
  { heading: 'planned', width: 9, text: (line) => bytes(line.peakBytes) },
  { heading: 'grad norm', width: 9, text: (line) => line.gradientNorm.toPrecision(4) },
  { heading: 'step ms', width: 8, text: (line) => line.stepMs.toFixed(1) },
  { heading: 'encode ms', width: 9, text: (line) => line.encodeMs.toFixed(2) },
  { heading: 'examples/s', width: 10, text: (line) => count.format(line.examplesPerSecond) },
];

/** The heading over the lines of updates. */
export const UPDATE_HEADING = COLUMNS.map(({ heading, width }) => heading.padStart(width)).join('  ');

/** An event as text for people. */
export function eventLine(event: CommandEvent): string {
  switch (event.event) {
    case 'update':
      return updateLine(event);
    case 'evaluation':
      return evaluationLine(event);
    case 'adapted':
      return adaptationText(event);
    case 'done':
      return `Done: ${totalsText(event)}`;
    case 'stopped':
      return `Stopped: ${totalsText(event)}`;
    case 'failure':
      return [`Failed (${event.code}): ${event.message}`, event.cause, event.remedy].filter(Boolean).join('\n  ');
    default:
      return event satisfies never;
  }
}

function updateLine(update: UpdateEvent): string {
  const cells = COLUMNS.map(({ width, text }) => text(update).padStart(width)).join('  ');
  return update.skipped ? `${cells}  skipped: not finite` : cells;
}

function evaluationLine({ update, testLoss, testAccuracy }: EvaluationEvent): string {
  return `${String(update).padStart(6)}  test loss ${testLoss.toFixed(4)}, test accuracy ${percent(testAccuracy)}`;
}

function totalsText(totals: RunTotals): string {
  const { updates, examples, totalMs, examplesPerSecond, testLoss, testAccuracy, skippedUpdates } = totals;
  const speed = examplesPerSecond === null ? '' : ` (${count.format(examplesPerSecond)} examples/s while training)`;
  const sentences = [
    `${count.format(updates)} updates on ${count.format(examples)} examples in ${(totalMs / 1000).toFixed(1)} s${speed}.`,
  ];
  if (skippedUpdates > 0) sentences.push(`Updates skipped because they were not finite: ${skippedUpdates}.`);
  if (testLoss !== null && testAccuracy !== null) {
    sentences.push(`Test loss ${testLoss.toFixed(4)}, test accuracy ${percent(testAccuracy)}.`);
  }
  return sentences.join(' ');
}
