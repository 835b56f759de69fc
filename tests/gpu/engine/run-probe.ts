import type { TrainingConfig } from '../../../src/core/config/training-config.ts';
import type { TrainingPhase } from '../../../src/core/training-phase.ts';
import type { Dataset } from '../../../src/engine/datasets/dataset.ts';
import type { RunDevice } from '../../../src/engine/device/run-device.ts';
import type { UpdateRow } from '../../../src/engine/training/metrics-batcher.ts';
import type { RunEvent } from '../../../src/engine/training/run-reporter.ts';
import { type RunEnvironment, TrainingRun } from '../../../src/engine/training-run.ts';
import { UPDATE_COLUMNS } from '../../../src/protocol/metrics-packet.ts';
import type { TestEngine } from './engine-harness.ts';
import { EventLog } from './event-log.ts';

export interface RunOptions {
  readonly pauseAtStart?: boolean;
  /** A device in place of the engine's own. */
  readonly runDevice?: RunDevice;
  readonly loadDataset?: (signal: AbortSignal) => Promise<Dataset>;
  /** A scripted budget. */
  readonly budgetMiBAt?: RunEnvironment['budgetMiBAt'];
}

/** A run with its events, from outside as the page sees it. */
export class RunProbe extends EventLog<RunEvent> {
  readonly run: TrainingRun;
  readonly ended: Promise<void>;

  constructor(engine: TestEngine, config: TrainingConfig, dataset: Dataset, options: RunOptions = {}) {
    super();
    const { pauseAtStart = false, runDevice = engine, loadDataset = async () => dataset, budgetMiBAt } = options;
    this.run = new TrainingRun(config, pauseAtStart, {
      prepare: async () => ({ runDevice, planner: engine.planner }),
      loadDataset: (onProgress, signal) => {
        onProgress(1, 1);
        return loadDataset(signal);
      },
      emit: this.post,
      now: () => performance.now(),
      ...(budgetMiBAt && { budgetMiBAt }),
    });
    this.ended = this.run.run();
  }

  get phases(): TrainingPhase[] {
    return this.all('phase').map(({ phase }) => phase);
  }

  /** Numbers of all updates that came so far. */
  get rows(): UpdateRow[] {
    return this.all('metrics').flatMap(({ packet: { updates } }) =>
      [...updates.update].map(
        (_, i) =>
          Object.fromEntries(UPDATE_COLUMNS.map((column) => [column, updates[column][i]])) as unknown as UpdateRow,
      ),
    );
  }

  /** Waits until the run is in `phase`, after position `from` of its events. */
  async inPhase(phase: TrainingPhase, from = 0): Promise<void> {
    await this.until((event) => event.type === 'phase' && event.phase === phase, from);
  }

  /** Sends a command and returns the events up to the next pause. */
  async toNextPause(command: () => void): Promise<RunEvent[]> {
    const from = this.events.length;
    command();
    await this.inPhase('paused', from);
    return this.events.slice(from);
  }
}
