import { describe, expect, it } from 'vitest';
import { readSettings } from '../../../../scripts/command-line/read-settings.ts';

const problemsOf = (...settings: [string, string][]) => readSettings(settings).problems;

describe('readSettings', () => {
  it('reads settings that make sense', () => {
    const { config, problems } = readSettings([
      ['batch', '512'],
      ['epochs', '2'],
    ]);
    expect(config).toMatchObject({ batchSize: 512, lengthUnit: 'epochs', length: 2 });
    expect(problems).toEqual([]);
  });

  it('names a setting as it is typed, with its dashes', () => {
    expect(problemsOf(['batch', '0'])).toEqual(['--batch is “0”, but must be a whole number from 1 to 16,384.']);
    expect(problemsOf(['updates', '3'], ['epochs', '2'])).toEqual(['--updates and --epochs exclude each other.']);
  });

  it('says once that a setting is repeated, and promises nothing about its values', () => {
    expect(problemsOf(['batch', '1'], ['batch', '2'], ['batch', '3'])).toEqual(['--batch is given more than once.']);
  });
});
