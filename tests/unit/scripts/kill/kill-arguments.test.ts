import { describe, expect, it } from 'vitest';
import { DEFAULT_MOMENTS, killArguments, killHelp } from '../../../../scripts/kill/kill-arguments.ts';

describe('killArguments', () => {
  it('kills twenty browsers unless told otherwise', () => {
    expect(killArguments([])).toEqual({ type: 'kill', moments: DEFAULT_MOMENTS, json: false });
    expect(killArguments(['--moments', '3', '--json'])).toEqual({ type: 'kill', moments: 3, json: true });
  });

  it('names every argument that makes no sense', () => {
    const problems = [
      'There is no option --hard; --help lists all.',
      '--moments is “0”, but must be a whole number from 1 to 200.',
    ];
    expect(killArguments(['--moments', '0', '--hard'])).toEqual({ type: 'bad', problems });
  });

  it('explains itself, with its exit codes', () => {
    expect(killArguments(['--help', '--moments', 'many'])).toEqual({ type: 'help' });
    expect(killHelp()).toContain('Exit code: 0 all survived, 3 one did not');
  });
});
