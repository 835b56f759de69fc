import { describe, expect, it } from 'vitest';
import { parseWeather } from '../../../../src/core/weather/weather-text.ts';
import { english } from '../../../../src/ui/strings/en/english.ts';
import { smallestTrainingMiB } from '../../../../src/ui/weather/budget-needs.ts';
import { weatherSentence } from '../../../../src/ui/weather/weather-sentence.ts';
import { planReport } from '../plan-report-fixture.ts';

const MIB = 2 ** 20;
/** One example needs 4 MiB, each further one 0.25 MiB; 171 were planned in 46.5 MiB of 48. */
const report = planReport({
  fixedBytes: 3.75 * MIB,
  bytesPerExample: 0.25 * MIB,
  peakBytes: 46.5 * MIB,
  usableBytes: 48 * MIB,
  budgetBytes: 48 * MIB,
});

function sentence(text: string): string {
  const parsed = parseWeather(text);
  if (parsed.type === 'problem') throw new Error(parsed.found);
  const scene = { weather: parsed.weather, ownMiB: 48, updates: 300, slices: 3, report, peakMiB: 46.5, smallestMiB: 4 };
  return weatherSentence(scene, english.panels.weather);
}

describe('the sentence about the weather', () => {
  it('of calm weather says so', () => {
    expect(sentence('')).toBe('Calm: the budget stays as it is set.');
  });

  it('counts what happens, and says what the lowest budget holds', () => {
    // (6.75 − 3.75) / 0.25 = 12 examples.
    expect(sentence('10b20_30-40b20-6.75_90-92b8_40lost_50lost_60fail9')).toBe(
      'The budget takes 1 step, 1 ramp and 1 spike; the device is lost twice; 9 allocations fail. ' +
        'The lowest budget, 6.75 MiB, comes with update 40 and holds about 12 of 512 examples at once.',
    );
  });

  it('says where not one example fits, and where the whole batch does', () => {
    expect(sentence('10b3.9')).toBe(
      'The budget takes 1 step. From update 10 on the budget, 3.9 MiB, holds not one example: there the run waits until you give it more.',
    );
    expect(sentence('10b4')).toContain('holds about 1 of 512');
    expect(sentence('10b200')).toContain('holds the whole batch of 512.');
  });

  it('says that what comes after the last update is not met', () => {
    expect(sentence('301b8_400lost')).toBe('2 entries come after the last update, 300, and will not be met.');
  });
});

describe('the smallest budget that trains', () => {
  it('is that of one example, with the headroom', () => {
    expect(smallestTrainingMiB(report)).toBe(4);
    expect(smallestTrainingMiB({ ...report, config: { ...report.config, headroom: 0.5 } })).toBe(8);
  });

  it('is the plan’s own where the size is fixed or the batch is not cut', () => {
    expect(smallestTrainingMiB({ ...report, config: { ...report.config, microBatch: 171 } })).toBe(46.5);
    expect(smallestTrainingMiB({ ...report, config: { ...report.config, accumulation: 'full-batch' } })).toBe(46.5);
  });
});
