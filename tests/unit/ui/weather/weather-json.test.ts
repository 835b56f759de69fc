import fc from 'fast-check';
import { expect, it } from 'vitest';
import { CALM } from '../../../../src/core/weather/weather.ts';
import { parseWeather } from '../../../../src/core/weather/weather-text.ts';
import { weatherToJson } from '../../../../src/ui/weather/weather-json.ts';
import { anyWeather } from '../../core/weather/any-weather.ts';

it('weather as JSON is read as it was, every number to the bit', () => {
  fc.assert(
    fc.property(anyWeather, (weather) => {
      expect(parseWeather(weatherToJson(weather))).toEqual({ type: 'weather', weather });
    }),
  );
});

it('calm weather is an empty object, and entries have a line each', () => {
  expect(weatherToJson(CALM)).toBe('{}');
  expect(
    weatherToJson({ ...CALM, points: [{ update: 40, lost: true }], spikes: [{ from: 1, to: 2, budgetMiB: 8 }] }),
  ).toBe(
    '{\n  "points": [\n    {"update": 40, "lost": true}\n  ],\n  "spikes": [\n    {"from": 1, "to": 2, "budgetMiB": 8}\n  ]\n}\n',
  );
});
