import { describe, expect, it } from 'vitest';
import { readWeatherBudget, readWhole } from '../../../../src/ui/weather/typed-entry.ts';

describe('what is typed into an entry', () => {
  it.each([
    ['1', 1],
    ['1,000', 1000],
    ['1 000 000', 1_000_000],
    ['0', undefined],
    ['1000001', undefined],
    ['1.5', undefined],
    ['-3', undefined],
    ['', undefined],
    ['ten', undefined],
  ])('“%s” as an update is %s', (text, expected) => {
    expect(readWhole(text, 'update')).toBe(expected);
  });

  it.each([
    ['3.7', 3.7],
    ['3.7 MiB', 3.7],
    ['512 KiB', 0.5],
    ['1.5 GiB', 1536],
    ['1 TiB', undefined],
    ['1048576', 1_048_576],
    ['1048577', undefined],
    ['0', undefined],
    ['3.7 M', undefined],
  ])('“%s” as a budget is %s MiB', (text, expected) => {
    expect(readWeatherBudget(text, 'MiB')).toBe(expected);
  });
});
