import type { Event } from '../protocol/events.ts';
import type { MetricsPacket } from '../protocol/metrics-packet.ts';
import { noteData, noteImport } from './stores/data-store.ts';
import { deviceStore } from './stores/device-store.ts';
import { noteKeptRuns } from './stores/kept-runs-store.ts';
import { noteMeasurement } from './stores/measurement-store.ts';
import { planStore } from './stores/plan-store.ts';
import { noteRace } from './stores/race-store.ts';
import { appendPacket, restoreSeries } from './stores/run-series.ts';
import { runStore } from './stores/run-store.ts';
import { isActive } from './stores/shown-plan.ts';

/** Lines of the events log that are kept. */
const MAXIMUM_LOG_LINES = 500;
/** Changes of the plan that are kept: a scripted budget may make one an update. */
const MAXIMUM_ADAPTATIONS = 1000;

type RunEvent = Extract<Event, { readonly runId: number }>;

/**
 * Puts a worker's event where the page reads it. Events of a dead run are ignored.
 *
 * @param lastRequestId the newest plan asked for; an older answer is shown, and stays marked as pending.
 */
export function routeEvent(event: Event, lastRequestId: number): void {
  switch (event.type) {
    case 'device':
      deviceStore.setState({ report: event.report });
      break;
    case 'data':
      noteData(event.report);
      break;
    case 'import':
      noteImport(event.importId, event.progress);
      break;
    case 'kept-runs':
      noteKeptRuns(event.report);
      break;
    case 'run-file':
    case 'export':
      // Answers to what was asked: see keep-actions.ts.
      break;
    case 'race':
      noteRace(event.raceId, event.progress);
      break;
    case 'measure':
      noteMeasurement(event.measureId, event.progress);
      break;
    case 'plan':
      planStore.setState({ report: event.report, pending: event.requestId !== lastRequestId }, true);
      break;
    case 'plan-failed':
      planStore.setState({ failure: event.failure, pending: event.requestId !== lastRequestId });
      break;
    default:
      if (event.runId === runStore.getState().runId) routeRunEvent(event);
  }
}

function routeRunEvent(event: RunEvent): void {
  switch (event.type) {
    case 'phase':
      runStore.setState(({ activity: _, asked, ...rest }) => {
        const isOwed = asked !== undefined && event.phase !== 'paused' && isActive(event.phase);
        return { ...rest, ...(isOwed && { asked }), phase: event.phase };
      }, true);
      break;
    case 'progress':
      runStore.setState({ activity: event.progress });
      break;
    case 'ready':
      runStore.setState({ report: event.report, summary: event.summary, allocatedBytes: event.allocatedBytes });
      break;
    case 'adapted':
      runStore.setState((state) => ({
        report: event.report,
        allocatedBytes: event.allocatedBytes,
        adaptations: [...state.adaptations, event.adaptation].slice(-MAXIMUM_ADAPTATIONS),
      }));
      break;
    case 'shortage':
      runStore.setState(
        ({ shortage: _, ...rest }) => ({ ...rest, ...(event.failure && { shortage: event.failure }) }),
        true,
      );
      break;
    case 'slice':
      runStore.setState({ slice: event.progress });
      break;
    case 'history':
      restoreSeries(event.history);
      break;
    case 'metrics':
      appendPacket(event.packet);
      noteAllocated(event.packet);
      break;
    case 'log':
      runStore.setState((state) => ({ log: [...state.log, event.entry].slice(-MAXIMUM_LOG_LINES) }));
      break;
    case 'failure':
      runStore.setState({ failure: event.failure });
      break;
    default:
      event satisfies never;
  }
}

function noteAllocated({ updates }: MetricsPacket): void {
  const allocatedBytes = updates.allocatedBytes.at(-1);
  if (allocatedBytes !== undefined) runStore.setState({ allocatedBytes });
}
