import { describe, expect, it } from 'vitest';
import { benchArguments, DEFAULT_ROUNDS } from '../../../../scripts/bench/bench-arguments.ts';

describe('benchArguments', () => {
  it('measures on the software adapter unless told otherwise', () => {
    expect(benchArguments([])).toEqual({ type: 'bench', rounds: DEFAULT_ROUNDS, adapter: 'software', format: 'text' });
  });

  it('reads rounds, adapter and JSON', () => {
    expect(benchArguments(['--rounds', '2', '--adapter=hardware', '--json'])).toEqual({
      type: 'bench',
      rounds: 2,
      adapter: 'hardware',
      format: 'json',
    });
  });

  it('prints in one format', () => {
    expect(benchArguments(['--markdown'])).toMatchObject({ type: 'bench', format: 'markdown' });
    const problems = ['--json and --markdown exclude each other.'];
    expect(benchArguments(['--markdown', '--json'])).toEqual({ type: 'bad', problems });
  });

  it('names every argument that makes no sense', () => {
    const problems = [
      '--rounds is “none”, but must be a whole number from 1 to 100.',
      '--adapter is “fast”, but must be auto, hardware, software.',
    ];
    expect(benchArguments(['--rounds', 'none', '--adapter', 'fast'])).toEqual({ type: 'bad', problems });
    expect(benchArguments(['--rounds', '0'])).toMatchObject({ type: 'bad' });
  });

  it('explains itself before it looks at the rest', () => {
    expect(benchArguments(['--help', '--rounds', 'none'])).toEqual({ type: 'help' });
  });
});
