import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CALM, type Weather } from '../../../../src/core/weather/weather.ts';
import { parseWeather, type WeatherProblemCode, weatherToText } from '../../../../src/core/weather/weather-text.ts';
import { anyWeather } from './any-weather.ts';

/** Halves at update 10, slice 2; recovers at 30; the device is lost at 40; a storm of nine failures; a ramp and a spike. */
const STORM: Weather = {
  points: [
    { update: 10, slice: 2, budgetMiB: 512 },
    { update: 30, budgetMiB: 1024 },
    { update: 40, lost: true },
    { update: 50, failAllocations: 9 },
  ],
  ramps: [{ from: 60, to: 80, fromMiB: 512, toMiB: 1024.5 }],
  spikes: [{ from: 90, to: 92, budgetMiB: 128 }],
};
const STORM_TEXT = '10s2b512_30b1024_40lost_50fail9_60-80b512-1024.5_90-92b128';

describe('weather as text', () => {
  it('has a short form that an address takes as it is', () => {
    expect(weatherToText(STORM)).toBe(STORM_TEXT);
    expect(new URLSearchParams({ weather: STORM_TEXT }).toString()).toBe(`weather=${STORM_TEXT}`);
  });

  it('is read from the short form and from JSON alike', () => {
    expect(parseWeather(STORM_TEXT)).toEqual({ type: 'weather', weather: STORM });
    expect(parseWeather(`\n ${JSON.stringify(STORM, null, 2)}`)).toEqual({ type: 'weather', weather: STORM });
  });

  it('is calm where nothing is written, and where lists are left out', () => {
    for (const text of ['', '  ', '{}', '{"points":[]}']) {
      expect(parseWeather(text)).toEqual({ type: 'weather', weather: CALM });
    }
    expect(weatherToText(CALM)).toBe('');
  });

  it('comes back from both forms, every number to the bit', () => {
    fc.assert(
      fc.property(anyWeather, (weather) => {
        const whole = { type: 'weather', weather };
        expect(parseWeather(weatherToText(weather))).toEqual(whole);
        expect(parseWeather(JSON.stringify(weather))).toEqual(whole);
      }),
      { numRuns: 300 },
    );
  });
});

describe('text that is no weather', () => {
  const point = (fields: string) => `{"points":[{"update":1,${fields}}]}`;

  it.each<[string, WeatherProblemCode, string]>([
    ['<img src=x onerror=alert(1)>', 'unknown-entry', '<img src=x onerror=alert(1)>'],
    ['10b512_', 'unknown-entry', ''],
    ['10b', 'unknown-entry', '10b'],
    ['10b-5', 'unknown-entry', '10b-5'],
    ['10b1e3', 'unknown-entry', '10b1e3'],
    ['-1b5', 'unknown-entry', '-1b5'],
    ['10lost5', 'unknown-entry', '10lost5'],
    ['0b512', 'bad-value', 'points.0.update: 0'],
    ['1s0b512', 'bad-value', 'points.0.slice: 0'],
    ['1b0', 'bad-value', 'points.0.budgetMiB: 0'],
    ['1b2000000', 'bad-value', 'points.0.budgetMiB: 2000000'],
    ['2000000b5', 'bad-value', 'points.0.update: 2000000'],
    ['1fail0', 'bad-value', 'points.0.failAllocations: 0'],
    ['5-5b1-2', 'bad-value', 'ramps.0'],
    ['6-5b1', 'bad-value', 'spikes.0'],
    ['{"points":', 'not-json', '{"points":'],
    ['{"rain":[]}', 'bad-value', 'rain'],
    ['{"points":{"length":1}}', 'bad-value', 'points'],
    ['{"points":[],"points":[]}', 'duplicate-name', 'points'],
    [point('"budgetMiB":NaN'), 'not-json', '{"points"'],
    [point('"budgetMiB":1e999'), 'bad-value', 'points.0.budgetMiB: Infinity'],
    [point('"budgetMiB":"512"'), 'bad-value', 'points.0'],
    [point('"lost":false'), 'bad-value', 'points.0'],
    [point('"lost":true,"budgetMiB":5'), 'bad-value', 'points.0'],
    [point('"slice":1'), 'bad-value', 'points.0'],
    [`{"points":[${Array(201).fill('{"update":1,"lost":true}').join()}]}`, 'bad-value', 'points: 201'],
    ['['.repeat(50_000), 'unknown-entry', '['],
    [`{"points":${'['.repeat(50_000)}${']'.repeat(49_000)}}`, 'not-json', '{'],
    ['1'.repeat(100_001), 'too-long', '100001 characters'],
    ['1'.repeat(90_000), 'unknown-entry', '1'],
  ])('is a problem, case %#', (text, code, found) => {
    const parsed = parseWeather(text);
    expect(parsed).toMatchObject({ type: 'problem', code, found: expect.stringContaining(found) });
  });

  it('gets a short answer, or is weather, whatever it is', () => {
    const entryCharacters = fc.string({ unit: fc.constantFrom(...'0123456789bslotfai.-_e+'), maxLength: 40 });
    const fields = fc.constantFrom('update', 'slice', 'budgetMiB', 'lost', 'failAllocations', 'from', 'to', 'fromMiB');
    const entry = fc.dictionary(
      fc.oneof(fields, fc.string()),
      fc.oneof(fc.nat(9), fc.boolean(), fc.jsonValue({ maxDepth: 1 })),
    );
    const lists = fc.dictionary(
      fc.oneof(fc.constantFrom('points', 'ramps', 'spikes', '__proto__'), fc.string()),
      fc.oneof(fc.array(entry), fc.jsonValue({ maxDepth: 1 })),
    );
    const changed = fc.tuple(anyWeather, fc.nat(), fc.string({ maxLength: 3 })).map(([weather, at, inserted]) => {
      const text = at % 2 === 0 ? weatherToText(weather) : JSON.stringify(weather);
      const cut = at % (text.length + 1);
      return text.slice(0, cut) + inserted + text.slice(cut + 1);
    });
    const texts = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 200 }),
      entryCharacters,
      lists.map((value) => JSON.stringify(value)),
      fc.json({ maxDepth: 2 }),
      changed,
    );
    fc.assert(
      fc.property(texts, (text) => {
        const parsed = parseWeather(text);
        if (parsed.type === 'problem') expect(`${parsed.found}${parsed.expected}`.length).toBeLessThan(200);
        else expect(parseWeather(weatherToText(parsed.weather))).toEqual(parsed);
      }),
      { numRuns: 1000 },
    );
  });
});
