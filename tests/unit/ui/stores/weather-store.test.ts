import { beforeEach, describe, expect, it } from 'vitest';
import { CALM, type Weather } from '../../../../src/core/weather/weather.ts';
import { configStore } from '../../../../src/ui/stores/config-store.ts';
import {
  changeWeather,
  endEdit,
  redoWeather,
  undoWeather,
  weatherStore,
} from '../../../../src/ui/stores/weather-store.ts';

const step = (update: number): Weather => ({ ...CALM, points: [{ update, budgetMiB: 8 }] });
const shown = () => configStore.getState().config.weather;

beforeEach(() => {
  configStore.getState().update({ weather: '' });
  weatherStore.setState({ past: [], future: [], edit: undefined });
});

describe('changing the weather of the form', () => {
  it('is undone and done again, step by step', () => {
    changeWeather(step(1));
    changeWeather(step(2));
    undoWeather();
    expect(shown()).toBe('1b8');
    undoWeather();
    expect(shown()).toBe('');
    undoWeather();
    expect(shown()).toBe('');
    redoWeather();
    redoWeather();
    expect(shown()).toBe('2b8');
    redoWeather();
    expect(shown()).toBe('2b8');
  });

  it('forgets what was undone when something else is done', () => {
    changeWeather(step(1));
    undoWeather();
    changeWeather(step(5));
    redoWeather();
    expect(shown()).toBe('5b8');
  });

  it('undoes the digits of one number together, and those of the next apart', () => {
    for (const update of [1, 12, 120]) changeWeather(step(update), 'row 1 update');
    endEdit();
    for (const update of [3, 30]) changeWeather(step(update), 'row 1 update');
    undoWeather();
    expect(shown()).toBe('120b8');
    undoWeather();
    expect(shown()).toBe('');
  });

  it('refuses what is no weather, and changes nothing', () => {
    changeWeather(step(1));
    const many = { ...CALM, points: Array.from({ length: 201 }, () => ({ update: 1, lost: true as const })) };
    expect(changeWeather(many)).toBe(false);
    expect(shown()).toBe('1b8');
    undoWeather();
    expect(shown()).toBe('');
  });
});
