import type { TrainingPhase } from '../../src/core/training-phase.ts';
import type { Event, LogEntry } from '../../src/protocol/events.ts';
import { askedSizeNotes } from '../plan/asked-sizes.ts';
import { adapterName } from './run-record.ts';

const PHASES: Partial<Record<TrainingPhase, string>> = {
  loading: 'Loading the data …',
  searching: 'Looking for the largest slice that fits …',
  compiling: 'Compiling pipelines …',
};

/**
 * A sentence about what goes on beside the metrics, for standard error: the adapter, what is under way, what the run logs
 * (the plan too), sizes that the run takes smaller than asked. Undefined for most events.
 */
export function progressNote(event: Event): string | undefined {
  switch (event.type) {
    case 'device':
      return `Adapter: ${adapterName(event.report) ?? 'none'}`;
    case 'phase':
      return PHASES[event.phase];
    case 'ready':
      return askedSizeNotes(event.report).join('\n') || undefined;
    case 'log':
      return logNote(event.entry);
    default:
      return undefined;
  }
}

/** Errors come as failures of their own. */
function logNote({ level, text }: LogEntry): string | undefined {
  if (level === 'error') return undefined;
  return level === 'warning' ? `Warning: ${text}` : text;
}
