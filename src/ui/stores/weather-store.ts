import * as v from 'valibot';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { CALM, type Weather, weatherSchema } from '../../core/weather/weather.ts';
import { parseWeather, weatherToText } from '../../core/weather/weather-text.ts';
import type { WeatherTool } from '../weather/weather-tools.ts';
import { configStore } from './config-store.ts';

export interface WeatherState {
  /** What the pointer does to the picture. */
  readonly tool: WeatherTool;
  /** Allocations that fail where the tool of that name is put down. */
  readonly failAllocations: number;
  /** Weather to go back to, the newest last, in its short form. */
  readonly past: readonly string[];
  /** What was undone, the newest last. */
  readonly future: readonly string[];
  /** The edit that `past` ends with, where the next one of that name goes on with it. */
  readonly edit: string | undefined;
}

/** More steps back than anyone takes. */
const MOST_PAST = 100;

/** How the weather of the form is being changed; the weather itself is in the configuration. */
export const weatherStore = createStore<WeatherState>(() => ({
  tool: 'budget',
  failAllocations: 3,
  past: [],
  future: [],
  edit: undefined,
}));

export function useWeatherStore<T>(select: (state: WeatherState) => T): T {
  return useStore(weatherStore, select);
}

/** The weather that a setting says; calm where it says none that can be read. */
export function weatherOfText(text: string): Weather {
  const parsed = parseWeather(text);
  return parsed.type === 'weather' ? parsed.weather : CALM;
}

/**
 * Gives the form other weather, which can be undone. False where it is none, such as more entries than there may be:
 * then everything stays.
 *
 * @param edit names changes that belong together, such as the digits of one number: they are undone together
 */
export function changeWeather(weather: Weather, edit?: string): boolean {
  if (!v.is(weatherSchema, weather)) return false;
  const before = configStore.getState().config.weather;
  const text = weatherToText(weather);
  if (text === before) return true;
  weatherStore.setState(({ past, edit: last }) => ({
    past: edit !== undefined && edit === last ? past : [...past, before].slice(-MOST_PAST),
    future: [],
    edit,
  }));
  configStore.getState().update({ weather: text });
  return true;
}

/** What comes next is an edit of its own. */
export function endEdit(): void {
  weatherStore.setState({ edit: undefined });
}

export function undoWeather(): void {
  const { past, future } = weatherStore.getState();
  const text = past.at(-1);
  if (text === undefined) return;
  const { config, update } = configStore.getState();
  weatherStore.setState({ past: past.slice(0, -1), future: [...future, config.weather], edit: undefined });
  update({ weather: text });
}

export function redoWeather(): void {
  const { past, future } = weatherStore.getState();
  const text = future.at(-1);
  if (text === undefined) return;
  const { config, update } = configStore.getState();
  weatherStore.setState({ past: [...past, config.weather], future: future.slice(0, -1), edit: undefined });
  update({ weather: text });
}
