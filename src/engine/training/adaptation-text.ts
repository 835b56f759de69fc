import { formatBytes } from '../../core/bytes.ts';
import type { Adaptation, PlanFigures } from '../../protocol/events.ts';

/** An adaptation as a line of the log: why, from what to what, from when on. */
export function adaptationText(adaptation: Adaptation): string {
  const { change, update, slice, before, after } = adaptation;
  const when = `from update ${count(update)}, slice ${count(slice)} on`;
  if (change === 'none') {
    return `${causeText(adaptation)}: the plan of ${bytes(after.peakBytes)} fits it, the micro-batch stays ${count(after.microBatch)}.`;
  }
  return `${causeText(adaptation)}: micro-batch ${figures(before)} → ${figures(after)} ${when}.`;
}

function causeText({ cause, change, before, after }: Adaptation): string {
  if (cause === 'out-of-memory') return 'The device ran out of memory, what it refused is run again';
  if (cause === 'device-error') return 'The device reported an error, what it refused is run again';
  if (change === 'grow') return `The memory budget allows more, ${bytes(after.budgetBytes)}`;
  return `Memory budget ${bytes(before.budgetBytes)} → ${bytes(after.budgetBytes)}`;
}

function figures({ microBatch, peakBytes }: PlanFigures): string {
  return `${count(microBatch)} (${bytes(peakBytes)})`;
}

function count(value: number): string {
  return value.toLocaleString('en-US');
}

function bytes(value: number): string {
  return formatBytes(value).text;
}
