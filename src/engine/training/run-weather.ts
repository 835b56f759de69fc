import type { TrainingConfig } from '../../core/config/training-config.ts';
import type { Weather } from '../../core/weather/weather.ts';
import { budgetAt, eventsBetween, isAfter, type Moment, type WeatherEvent } from '../../core/weather/weather-at.ts';
import { parseWeather } from '../../core/weather/weather-text.ts';
import type { RunDevice } from '../device/run-device.ts';
import type { KitSource, SlicePosition } from './replay-kit.ts';
import type { RunControl } from './run-control.ts';

/** A slice that is about to run, counted from 0 as the loop does. */
type Place = Pick<SlicePosition, 'update' | 'slice'>;

export interface RunWeatherParts {
  readonly config: Pick<TrainingConfig, 'weather' | 'budgetMiB'>;
  readonly control: Pick<RunControl, 'budgetMiB' | 'budgetsSet'>;
  readonly log: (text: string) => void;
  /** A budget in MiB before a slice, both counted from 1, in place of the weather's; undefined where it says nothing. */
  readonly budgetMiBAt?: ((update: number, slice: number) => number | undefined) | undefined;
}

/**
 * Memory weather over one run: the budget in force before each slice, and what happens to its device. Each event happens
 * once in a run, also where updates are made again after a loss. Throws where the configuration's weather is none.
 */
export class RunWeather {
  readonly #parts: RunWeatherParts;
  readonly #weather: Weather;
  /** What has happened: everything up to here. */
  #past: Moment = { update: 1, slice: 0 };
  #place: Place = { update: 0, slice: 0 };
  #forecastMiB: number | undefined;
  /** Budgets that a person had set when the forecast changed last. */
  #budgetsBefore = 0;

  constructor(parts: RunWeatherParts) {
    const parsed = parseWeather(parts.config.weather);
    if (parsed.type === 'problem') throw new Error(`This is no weather: ${parsed.found}.`);
    this.#parts = parts;
    this.#weather = parsed.weather;
  }

  /** The run goes on after so many updates: what comes before is past, also where another worker met it. */
  startAfter(updates: number): void {
    this.#pass({ update: updates, slice: Number.POSITIVE_INFINITY });
  }

  /**
   * The budget in force before a slice, or before the one asked for last, in MiB: the last word counts. The weather speaks
   * when its budget changes, a person whenever they set one; where neither has, it is the configuration's. So a run that
   * the weather has brought to rest goes on when a person gives it more, although no update, and no weather, passes then.
   */
  budgetMiB(place = this.#place): number {
    const { config, control, budgetMiBAt } = this.#parts;
    const [update, slice] = [place.update + 1, place.slice + 1];
    const forecastMiB = budgetMiBAt ? budgetMiBAt(update, slice) : budgetAt(this.#weather, update, slice);
    if (forecastMiB !== this.#forecastMiB) this.#budgetsBefore = control.budgetsSet;
    this.#place = place;
    this.#forecastMiB = forecastMiB;
    const isForecast = forecastMiB !== undefined && control.budgetsSet === this.#budgetsBefore;
    return isForecast ? forecastMiB : (control.budgetMiB ?? config.budgetMiB);
  }

  /**
   * Lets everything happen that comes before a slice and has not happened yet. Undefined where the run may go on; rejects
   * with DeviceFailure where its device is lost.
   */
  strike({ update, slice }: Place, runDevice: RunDevice): Promise<never> | undefined {
    const now: Moment = { update: update + 1, slice: slice + 1 };
    const events = eventsBetween(this.#weather, this.#past, now);
    this.#pass(now);
    for (const event of events) this.#happens(event, runDevice);
    // The watch is told by the device itself.
    return events.some((event) => 'lost' in event) ? runDevice.watch.wait(new Promise<never>(() => {})) : undefined;
  }

  #happens(event: WeatherEvent, { memory }: RunDevice): void {
    const { log } = this.#parts;
    if ('lost' in event) {
      log('Memory weather: the device is lost.');
      memory.device.destroy();
      return;
    }
    const { failAllocations } = event;
    log(`Memory weather: allocations that fail from now on: ${failAllocations}.`);
    memory.failAttempts(failAllocations);
  }

  #pass(moment: Moment): void {
    if (isAfter(moment, this.#past)) this.#past = moment;
  }
}

/** The same kits; before a slice of an update the weather comes first, then what the run makes of it. */
export function inWeather(kits: KitSource, weather: RunWeather, runDevice: RunDevice): KitSource {
  return {
    get current() {
      return kits.current;
    },
    idle: () => kits.idle(),
    meetBudget: (at, settle) => weather.strike(at, runDevice) ?? kits.meetBudget(at, settle),
    recover: (fault, repeats, at, settle) => kits.recover(fault, repeats, at, settle),
    updateMade: () => kits.updateMade(),
  };
}
