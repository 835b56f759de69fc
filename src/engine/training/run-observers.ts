import type { DeviceMemory } from '../device/device-memory.ts';
import { adaptationText } from './adaptation-text.ts';
import type { AdapterObserver } from './memory-adapter.ts';
import { NonFiniteGuard } from './non-finite-guard.ts';
import type { RunReporter } from './run-reporter.ts';
import type { TrainerObserver } from './trainer.ts';

/** Tells how a run's plan follows memory. */
export function adapterObserver(
  reporter: RunReporter,
  memory: Pick<DeviceMemory, 'allocatedBytes'>,
  totalUpdates: number,
): AdapterObserver {
  return {
    adapted: (adapted, report) => {
      // The evaluation at the end comes after the last update.
      const adaptation = { ...adapted, update: Math.min(adapted.update, totalUpdates) };
      // Numbers of updates before it are told before it.
      reporter.rest();
      reporter.emit({ type: 'adapted', adaptation, report, allocatedBytes: memory.allocatedBytes });
      reporter.log(adaptation.cause === 'budget' ? 'info' : 'warning', adaptationText(adaptation));
    },
    shortage: (failure) => {
      reporter.emit({ type: 'shortage', ...(failure && { failure }) });
      if (failure) reporter.log('warning', `${failure.message} The run waits for a larger budget.`);
    },
    warn: (text) => reporter.log('warning', text),
    exchanging: () => reporter.interlude('compiling'),
  };
}

/** Tells of slices and updates, and stops a run that has diverged; `skippedInARow` updates were skipped before it. */
export function trainerObserver(
  reporter: RunReporter,
  { skippedInARow, paused }: { readonly skippedInARow: number | undefined } & Pick<TrainerObserver, 'paused'>,
): TrainerObserver {
  const guard = new NonFiniteGuard((text) => reporter.log('warning', text), skippedInARow);
  return {
    progressed: (progress) => reporter.slice(progress),
    recut: (progress) => {
      reporter.slice(progress);
      reporter.rest();
    },
    updated: (row) => {
      reporter.update(row);
      guard.check(row);
    },
    paused,
  };
}
