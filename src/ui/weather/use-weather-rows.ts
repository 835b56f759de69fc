import { useMemo, useState } from 'react';
import type { Weather } from '../../core/weather/weather.ts';
import { weatherToText } from '../../core/weather/weather-text.ts';
import { changeWeather } from '../stores/weather-store.ts';
import { entriesOf, inOrder, type WeatherEntry, weatherOf } from './weather-entries.ts';

export interface WeatherRowState {
  /** The same as long as the row is there, whatever becomes of its entry. */
  readonly id: number;
  readonly entry: WeatherEntry;
}

export interface WeatherRows {
  readonly rows: readonly WeatherRowState[];
  /** Gives the form what the rows say; false where weather cannot say it, and then nothing changes. */
  readonly put: (rows: readonly WeatherRowState[], edit?: string) => boolean;
  /** Puts the rows into the order of time, which they may leave while their numbers are typed. */
  readonly sort: () => void;
}

let lastId = 0;

/** A row for an entry that is not listed yet. */
export function rowOf(entry: WeatherEntry): WeatherRowState {
  lastId += 1;
  return { id: lastId, entry };
}

/**
 * The entries as rows that stay where they are while someone types into them. Weather that changes elsewhere, in the picture
 * or by undoing, is listed anew.
 */
export function useWeatherRows(weather: Weather): WeatherRows {
  const [rows, setRows] = useState(() => rowsOf(weather));
  const meant = useMemo(() => textOf(entriesOf(weather)), [weather]);
  const said = useMemo(() => textOf(rows.map(({ entry }) => entry)), [rows]);
  if (said !== meant) setRows(rowsOf(weather));
  return {
    rows,
    put: (next, edit) => {
      const isTaken = changeWeather(weatherOf(inOrder(next.map(({ entry }) => entry))), edit);
      if (isTaken) setRows(next);
      return isTaken;
    },
    sort: () => setRows(inTime),
  };
}

function rowsOf(weather: Weather): readonly WeatherRowState[] {
  return inOrder(entriesOf(weather)).map(rowOf);
}

function inTime(rows: readonly WeatherRowState[]): readonly WeatherRowState[] {
  const sorted = inOrder(rows.map(({ entry }) => entry));
  const left = [...rows];
  return sorted.map((entry) => {
    const [row] = left.splice(
      left.findIndex((candidate) => candidate.entry === entry),
      1,
    );
    return row ?? rowOf(entry);
  });
}

function textOf(entries: readonly WeatherEntry[]): string {
  return weatherToText(weatherOf(inOrder(entries)));
}
