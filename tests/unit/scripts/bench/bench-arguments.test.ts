import { describe, expect, it } from 'vitest';
import { benchArguments, benchHelp, DEFAULT_ROUNDS } from '../../../../scripts/bench/bench-arguments.ts';
import { ALL_PARTS } from '../../../../scripts/bench/bench-parts.ts';
import { SCENARIOS } from '../../../../scripts/bench/scenarios.ts';

describe('benchArguments', () => {
  it('measures everything on the software adapter unless told otherwise', () => {
    const parts = new Set(ALL_PARTS);
    const defaults = { rounds: DEFAULT_ROUNDS, adapter: 'software', parts, format: 'text' };
    expect(benchArguments([])).toEqual({ type: 'bench', ...defaults });
  });

  it('reads rounds, adapter and JSON', () => {
    expect(benchArguments(['--rounds', '2', '--adapter=hardware', '--json'])).toEqual({
      type: 'bench',
      rounds: 2,
      adapter: 'hardware',
      parts: new Set(ALL_PARTS),
      format: 'json',
    });
  });

  it('measures the parts that are named, and refuses names of none', () => {
    expect(benchArguments(['--only', 'charlm,plans'])).toMatchObject({ parts: new Set(['charlm', 'plans']) });
    const problems = [`--only names “plan”, but can name ${ALL_PARTS.join(', ')}.`];
    expect(benchArguments(['--only', 'page,plan'])).toEqual({ type: 'bad', problems });
  });

  it('explains every part, and every comparison belongs to one', () => {
    for (const part of ALL_PARTS) expect(benchHelp()).toMatch(new RegExp(`^  ${part} +\\w`, 'm'));
    for (const { part } of SCENARIOS) expect(ALL_PARTS).toContain(part);
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
