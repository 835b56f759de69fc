import type { TrainingConfig } from '../../../src/core/config/training-config.ts';
import type { TrainingPhase } from '../../../src/core/training-phase.ts';
import type { CheckpointStorage } from '../../../src/engine/checkpoints/checkpoint-storage.ts';
import { createIndexedDbStorage } from '../../../src/engine/datasets/indexed-db-storage.ts';
import { TrainingSession } from '../../../src/engine/training-session.ts';
import type { Event } from '../../../src/protocol/events.ts';
import type { RaceEnd, RaceProgress } from '../../../src/protocol/race-progress.ts';
import { EventLog } from './event-log.ts';

type RaceEnded = Extract<Event, { readonly type: 'race' }> & {
  readonly progress: Extract<RaceProgress, { readonly type: 'ended' }>;
};

/** A session with its events and the devices it opened, from outside as the page sees it. Loads the bundled data. */
export class SessionProbe extends EventLog<Event> {
  readonly devices: GPUDevice[] = [];
  readonly session: TrainingSession;
  #runId = 0;

  constructor(checkpoints?: CheckpointStorage) {
    super();
    this.session = new TrainingSession({
      gpu: watchedGpu(this.devices),
      dataUrl: new URL('/data/', location.href).href,
      storage: createIndexedDbStorage(),
      ...(checkpoints && { checkpoints }),
      post: this.post,
      now: () => performance.now(),
    });
  }

  /** Starts a run and returns its id. */
  start(config: TrainingConfig): number {
    this.#runId += 1;
    this.session.handle({ type: 'start', runId: this.#runId, config, pauseAtStart: false });
    return this.#runId;
  }

  /** Asks for a race and waits for its end. */
  async race(raceId: number, config: TrainingConfig): Promise<RaceEnd> {
    this.session.handle({ type: 'race', raceId, config });
    const ended = (event: Event): event is RaceEnded =>
      event.type === 'race' && event.raceId === raceId && event.progress.type === 'ended';
    return (await this.until(ended)).progress.end;
  }

  async inPhase(runId: number, phase: TrainingPhase): Promise<void> {
    await this.until((event) => event.type === 'phase' && event.runId === runId && event.phase === phase);
  }

  /** Waits until numbers of a run's updates have come. */
  async trains(runId: number): Promise<void> {
    await this.until((event) => event.type === 'metrics' && event.runId === runId);
  }

  async stop(runId: number): Promise<void> {
    this.session.handle({ type: 'stop', runId });
    await this.inPhase(runId, 'stopped');
  }

  phases(runId: number): TrainingPhase[] {
    return this.all('phase').flatMap((event) => (event.runId === runId ? [event.phase] : []));
  }

  /** Positions of a run's events. */
  positions(runId: number): number[] {
    return this.events.flatMap((event, i) => ('runId' in event && event.runId === runId ? [i] : []));
  }
}

/** The browser's WebGPU; devices that are opened are kept. */
function watchedGpu(devices: GPUDevice[]): GPU {
  const requestAdapter: GPU['requestAdapter'] = async (options) => {
    const adapter = await navigator.gpu.requestAdapter(options);
    if (!adapter) return null;
    const requestDevice = adapter.requestDevice.bind(adapter);
    adapter.requestDevice = async (descriptor) => {
      const device = await requestDevice(descriptor);
      devices.push(device);
      return device;
    };
    return adapter;
  };
  return { requestAdapter } as GPU;
}
