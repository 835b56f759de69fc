import { describe, expect, it } from 'vitest';
import { trainArguments, trainHelp } from '../../../../scripts/train/train-arguments.ts';
import { CONFIG_PARAMS } from '../../../../src/core/config/parse-config.ts';

const read = (line: string) => trainArguments(line.split(' ').filter(Boolean));

describe('trainArguments', () => {
  it('reads the settings of a run and how to run it', () => {
    expect(
      read('--workload fashion-mlp --batch 512 --budget 6MiB --updates 20 --seed 7 --adapter software --json'),
    ).toMatchObject({
      type: 'run',
      adapter: 'software',
      headed: false,
      json: true,
      config: { workload: 'fashion-mlp', batchSize: 512, budgetMiB: 6, lengthUnit: 'updates', length: 20, seed: 7 },
    });
  });

  it('takes the GPU where there is one unless told otherwise', () => {
    expect(read('')).toMatchObject({ type: 'run', adapter: 'auto', json: false });
  });

  it.each([
    ['--adapter gpu', /--adapter is “gpu”, but must be auto, hardware, software/],
    ['--seed -1', /--seed is “-1”/],
    ['--max-buffer 256MiB', /no option --max-buffer/],
  ])('refuses %j with a sentence', (line, sentence) => {
    const args = read(line);
    expect(args.type === 'bad' && args.problems.join('\n')).toMatch(sentence);
  });

  it('helps before it complains', () => {
    expect(read('-h --batch 0').type).toBe('help');
  });
});

describe('trainHelp', () => {
  it('lists every setting', () => {
    const help = trainHelp();
    for (const param of CONFIG_PARAMS) expect(help).toContain(`--${param} `);
  });
});
