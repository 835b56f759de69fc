import { describe, expect, it } from 'vitest';
import { splitArguments } from '../../../../scripts/command-line/split-arguments.ts';

const split = (...argv: string[]) =>
  splitArguments(argv, { switches: ['json', 'help'], values: ['max-buffer'], settings: ['batch', 'lr'] });

describe('splitArguments', () => {
  it('takes values after a space and after an equals sign', () => {
    expect(split('--batch', '512', '--lr=1e-3', '--max-buffer', '256MiB', '--json')).toEqual({
      switches: new Set(['json']),
      values: new Map([['max-buffer', '256MiB']]),
      settings: [
        ['batch', '512'],
        ['lr', '1e-3'],
      ],
      problems: [],
    });
  });

  it('keeps settings in order and repeated, for the parser of settings to judge', () => {
    expect(split('--batch', '1', '--lr', '2', '--batch', '3').settings).toEqual([
      ['batch', '1'],
      ['lr', '2'],
      ['batch', '3'],
    ]);
  });

  it('takes a negative number as a value', () => {
    expect(split('--batch', '-5').settings).toEqual([['batch', '-5']]);
  });

  it('knows -h as --help', () => {
    expect(split('-h').switches.has('help')).toBe(true);
  });

  it('reads on behind an option that does not exist', () => {
    expect(split('--bach', '512', '--lr', '1').settings).toEqual([['lr', '1']]);
    expect(split('--bach', '--lr', '1').settings).toEqual([['lr', '1']]);
    expect(split('--bach=512', '--json').switches.has('json')).toBe(true);
  });

  it.each([
    [['--batch'], '--batch needs a value.'],
    [['--batch', '--json'], '--batch needs a value.'],
    [['--json=yes'], '--json takes no value.'],
    [['--bach', '512'], 'There is no option --bach; --help lists all.'],
    [['512'], '“512” is not an option; options begin with two dashes.'],
    [['--max-buffer=1', '--max-buffer=2'], '--max-buffer is given more than once.'],
  ])('says what is wrong with %j', (argv, problem) => {
    expect(split(...argv).problems).toEqual([problem]);
  });
});
