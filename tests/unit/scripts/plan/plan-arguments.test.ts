import { describe, expect, it } from 'vitest';
import { planArguments, planHelp } from '../../../../scripts/plan/plan-arguments.ts';
import { CONFIG_PARAMS } from '../../../../src/core/config/parse-config.ts';
import { DEFAULT_LIMITS } from '../../../../src/engine/device/default-limits.ts';

const read = (line: string) => planArguments(line.split(' ').filter(Boolean), DEFAULT_LIMITS);

describe('planArguments', () => {
  it('reads the settings of a run and the limits of the device', () => {
    expect(
      read(
        '--workload fashion-convnet --batch 8192 --budget 24GiB --micro-batch 7 --optimizer adamw ' +
          '--max-buffer 256MiB --max-binding=128MiB --json',
      ),
    ).toMatchObject({
      type: 'plan',
      json: true,
      config: {
        workload: 'fashion-convnet',
        batchSize: 8192,
        budgetMiB: 24 * 1024,
        microBatch: 7,
        optimizer: 'adamw',
      },
      limits: { ...DEFAULT_LIMITS, maxBufferSize: 2 ** 28, maxStorageBufferBindingSize: 2 ** 27 },
    });
  });

  it('assumes the default device and configuration where nothing is said', () => {
    expect(read('')).toMatchObject({
      type: 'plan',
      json: false,
      config: { workload: 'fashion-mlp' },
      limits: DEFAULT_LIMITS,
    });
  });

  it.each([
    ['--batch 0', /--batch is “0”, but must be a whole number from 1 to 16,384/],
    ['--batch', /--batch needs a value/],
    ['--budget plenty', /--budget is “plenty”, but must be an amount of memory/],
    ['--workload imagenet', /--workload is “imagenet”/],
    ['--max-buffer 0', /--max-buffer is “0”, but must be an amount of memory/],
    ['--max-binding some', /--max-binding is “some”/],
    ['--color red', /no option --color/],
    ['--batch 128 --batch 256', /^--batch is given more than once\.$/],
    ['512', /“512” is not an option/],
    ['--updates 3 --epochs 2', /^--updates and --epochs exclude each other\.$/],
  ])('refuses %j with a sentence', (line, sentence) => {
    const args = read(line);
    expect(args.type === 'bad' && args.problems.join('\n')).toMatch(sentence);
  });

  it('helps before it complains', () => {
    expect(read('--help --batch 0').type).toBe('help');
  });
});

describe('planHelp', () => {
  it('lists every setting', () => {
    const help = planHelp();
    for (const param of CONFIG_PARAMS) expect(help).toContain(`--${param} `);
  });
});
