import { searchCapacity } from '../../core/batch/micro-batch-search.ts';
import type { SearchEnding } from '../../core/batch/search-strategies/run-strategy.ts';
import { fits } from '../../core/batch/search-strategies/strategy.ts';
import type { SearchStrategyId } from '../../core/batch/search-strategies/strategy-table.ts';
import { SEARCH_IDS, type SearchId, type TrainingConfig } from '../../core/config/training-config.ts';
import { type Failure, FailureError, failureOf } from '../../core/failures.ts';
import type { RacedSearch, RacedSize, RaceEnd, RaceProgress } from '../../protocol/race-progress.ts';
import { DeviceFailure, type DeviceWatch } from '../device/device-watch.ts';
import { failureOfError } from '../failure-of-error.ts';
import type { DatasetSizes, PlanningFacts, SizePlanner, TrainingPlanner } from '../planning/training-planner.ts';
import { RunStopped } from '../training/run-control.ts';
import type { RunEquipment } from '../training-run.ts';
import { DeviceProbe } from './device-probe.ts';
import { searchWith } from './device-search.ts';

export interface RaceEnvironment {
  /** Waits for a usable device that no run holds. Rejects with FailureError where there is none. */
  readonly prepare: () => Promise<RunEquipment>;
  /** Of the data that the workload would learn from; its own where it is left out. Asked for once the device is there. */
  readonly sizes?: () => DatasetSizes;
  readonly emit: (progress: RaceProgress) => void;
  readonly now: () => number;
}

/** What all searches of a race share. */
interface Track {
  readonly planner: TrainingPlanner;
  readonly sizes: SizePlanner;
  readonly probe: DeviceProbe;
}

/**
 * Runs every search on one workload, batch, budget and device, one after another. A size that a person fixed is ignored:
 * what is compared is how it would be found. Each try has its own buffers and gives them back; see DeviceProbe for what is
 * on the clock.
 *
 * The planned search plans from nothing, as if no size had been planned before, and its time is that of its planning.
 * The size it finds is then confirmed by one run, so that every answer of a race has run.
 */
export class SearchRace {
  readonly #config: TrainingConfig;
  readonly #environment: RaceEnvironment;
  #isStopped = false;
  #watch: DeviceWatch | undefined;
  #probe: DeviceProbe | undefined;

  constructor(config: TrainingConfig, environment: RaceEnvironment) {
    this.#config = config;
    this.#environment = environment;
  }

  /** Takes effect before the next submit of commands. */
  stop(): void {
    this.#isStopped = true;
  }

  /** Races to the end. Never rejects: the last thing it tells is how it ended. */
  async run(): Promise<void> {
    const end = await this.#searches().catch((error: unknown) => this.#endBy(error));
    this.#environment.emit({ type: 'ended', end, compileMs: this.#probe?.compileMs ?? 0 });
  }

  async #searches(): Promise<RaceEnd> {
    this.#check();
    const { planner, runDevice } = await this.#environment.prepare();
    this.#watch = runDevice.watch;
    const sizes = planner.sizePlanner(this.#config, this.#facts());
    const probe = new DeviceProbe({
      runDevice,
      sizes,
      now: this.#environment.now,
      check: () => this.#check(),
      onCompiling: (done, total) => this.#environment.emit({ type: 'compiling', done, total }),
    });
    this.#probe = probe;
    this.#tell({ type: 'started', upperBound: sizes.upperBound, usableBytes: sizes.usableBytes });
    for (const search of SEARCH_IDS) {
      this.#tell({ type: 'search-started', search });
      this.#tell({ type: 'search-ended', result: await this.#search(search, { planner, sizes, probe }) });
    }
    return { type: 'finished' };
  }

  #facts(): PlanningFacts {
    const { sizes } = this.#environment;
    return sizes ? { sizes: sizes() } : {};
  }

  async #search(search: SearchId, track: Track): Promise<RacedSearch> {
    if (search === 'planned') return this.#planned(track);
    return this.#tried(search, track);
  }

  async #tried(search: SearchStrategyId, { sizes, probe }: Track): Promise<RacedSearch> {
    const found = await searchWith(search, probe, sizes, (size) => this.#size(search, { ...size, how: 'tried' }));
    return { search, ending: found.ending, capacity: found.capacity };
  }

  async #planned({ planner, sizes, probe }: Track): Promise<RacedSearch> {
    const { now } = this.#environment;
    const untraced = planner.untraced().sizePlanner(this.#config, this.#facts());
    const { upperBound, usableBytes } = untraced;
    const planned = searchCapacity({
      upperBound,
      budgetBytes: usableBytes,
      probe: (microBatch) => untraced.plan(microBatch),
      now,
    });
    for (const { planMs, ...size } of planned.considered) {
      this.#size('planned', { ...size, elapsedMs: planMs, how: 'planned' });
    }
    if (planned.capacity === 0) return { search: 'planned', ending: 'nothing-fits', capacity: 0 };
    const answer = await probe.try(planned.capacity);
    this.#size('planned', { microBatch: planned.capacity, ...answer, how: 'confirmed' });
    const capacity = fits(answer) ? planned.capacity : 0;
    const ending: SearchEnding =
      capacity === 0 ? 'nothing-fits' : capacity === sizes.upperBound ? 'whole-batch' : 'chosen';
    return { search: 'planned', ending, capacity };
  }

  #size(search: SearchId, size: RacedSize): void {
    this.#tell({ type: 'size', search, size });
  }

  #tell(progress: RaceProgress): void {
    this.#check();
    this.#environment.emit(progress);
  }

  #check(): void {
    if (this.#isStopped) throw new RunStopped();
  }

  #endBy(error: unknown): RaceEnd {
    if (error instanceof RunStopped) return { type: 'stopped' };
    return { type: 'failed', failure: this.#failureOf(error) };
  }

  #failureOf(error: unknown): Failure {
    if (error instanceof FailureError) return error.failure;
    const cause = error instanceof DeviceFailure ? error : this.#watch?.failure;
    if (cause) return failureOf('race-device-failed', { isLost: cause.kind === 'lost' }, cause.message);
    return failureOfError(error);
  }
}
