import { describe, expect, test } from 'vitest';
import { soakArguments, soakHelp } from '../../../../scripts/soak/soak-arguments.ts';

describe('soak arguments', () => {
  test('are 2,000 updates of seed 1 where nothing is said', () => {
    const expected = { type: 'soak', updates: 2000, seed: 1, adapter: 'auto', headed: false, json: false };
    expect(soakArguments([])).toEqual(expected);
  });

  test('take a length, a seed and an adapter', () => {
    const args = soakArguments(['--updates', '5000', '--seed=0', '--adapter', 'software', '--json']);
    expect(args).toEqual({ type: 'soak', updates: 5000, seed: 0, adapter: 'software', headed: false, json: true });
  });

  test.each([
    [['--updates', '999'], '--updates is “999”, but must be a whole number from 1000 to 1000000.'],
    [['--updates', '1e3'], '--updates is “1e3”, but must be a whole number from 1000 to 1000000.'],
    [['--seed', '4294967296'], '--seed is “4294967296”, but must be a whole number from 0 to 4294967295.'],
    [['--adapter', 'cpu'], '--adapter is “cpu”, but must be auto, hardware, software.'],
    [['--batch', '3'], 'There is no option --batch; --help lists all.'],
  ])('%j: says what is wrong', (argv, problem) => {
    expect(soakArguments(argv)).toEqual({ type: 'bad', problems: [problem] });
  });

  test('help names every option', () => {
    expect(soakArguments(['-h'])).toEqual({ type: 'help' });
    for (const option of ['--updates', '--seed', '--adapter', '--json']) expect(soakHelp()).toContain(option);
  });
});
