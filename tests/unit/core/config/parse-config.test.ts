import fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { trainingConfigSchema } from '../../../../src/core/config/config-schema.ts';
import { defaultConfig } from '../../../../src/core/config/default-config.ts';
import { CONFIG_PARAMS, parseConfig } from '../../../../src/core/config/parse-config.ts';
import { WORKLOAD_IDS } from '../../../../src/core/config/training-config.ts';

const mlp = defaultConfig('fashion-mlp');

function parse(values: Record<string, string>) {
  return parseConfig(Object.entries(values), 'report');
}

function messages(values: Record<string, string>): string[] {
  return parse(values).problems.map((problem) => problem.message);
}

describe('parse configuration', () => {
  it('is the default configuration where nothing is given', () => {
    expect(parse({})).toEqual({ config: mlp, problems: [] });
  });

  it('reads the settings of a command line', () => {
    const { config, problems } = parse({
      workload: 'fashion-convnet',
      batch: '8192',
      budget: '24GiB',
      'micro-batch': '64',
      optimizer: 'adamw',
      lr: '3e-4',
      'weight-decay': '.1',
      epochs: '2',
      seed: '4294967295',
    });
    expect(problems).toEqual([]);
    expect(config).toEqual({
      ...defaultConfig('fashion-convnet'),
      batchSize: 8192,
      budgetMiB: 24 * 1024,
      microBatch: 64,
      optimizer: 'adamw',
      learningRate: 3e-4,
      weightDecay: 0.1,
      lengthUnit: 'epochs',
      length: 2,
      seed: 4294967295,
    });
  });

  it('takes the defaults of the workload given, wherever it stands', () => {
    expect(parse({ seed: '5', workload: 'fashion-convnet' }).config).toEqual({
      ...defaultConfig('fashion-convnet'),
      seed: 5,
    });
  });

  it.each([
    ['6', 6],
    ['6MiB', 6],
    ['5.8 mib', 5.8],
    ['1536KiB', 1.5],
    ['24GiB', 24_576],
    ['1048576B', 1],
  ])('reads a budget of %s as %d MiB', (text, mebibytes) => {
    expect(parse({ budget: text }).config.budgetMiB).toBe(mebibytes);
  });

  it('reads weather in its short form or as JSON, and writes it one way', () => {
    for (const text of [
      '10s2b512_40lost',
      ' 10s2b512.0_40lost ',
      '{"points":[{"update":10,"slice":2,"budgetMiB":512},{"update":40,"lost":true}]}',
    ]) {
      expect(parse({ weather: text })).toEqual({ config: { ...mlp, weather: '10s2b512_40lost' }, problems: [] });
    }
    for (const calm of ['', '{}']) expect(parse({ weather: calm })).toEqual({ config: mlp, problems: [] });
  });

  it.each([
    [
      'weather',
      '10b',
      'weather has “10b”; expected: entries such as 10s2b512, 40lost, 50fail9, 60-80b512-1024 or 90-92b128.',
    ],
    ['weather', '0lost', 'weather has “points.0.update: 0”; expected: >=1.'],
    ['weather', '{"points":', 'weather has “{"points":”; expected: JSON.'],
    ['batch', '0', 'batch is “0”, but must be a whole number from 1 to 16,384.'],
    ['batch', '1.5', 'batch is “1.5”, but must be a whole number from 1 to 16,384.'],
    ['batch', '', 'batch is “”, but must be a whole number from 1 to 16,384.'],
    ['batch', '0x10', 'batch is “0x10”, but must be a whole number from 1 to 16,384.'],
    ['micro-batch', 'many', 'micro-batch is “many”, but must be auto or a whole number from 1 to 16,384.'],
    ['lr', 'Infinity', 'lr is “Infinity”, but must be a number from 1e-8 to 1,000.'],
    ['headroom', '0.6', 'headroom is “0.6”, but must be a number from 0 to 0.5.'],
    [
      'budget',
      '512KiB',
      'budget is “512KiB”, but must be an amount of memory from 1 to 1,048,576 MiB, such as 6, 6MiB or 24GiB.',
    ],
    [
      'workload',
      'imagenet',
      `workload is “imagenet”, but must be ${WORKLOAD_IDS.slice(0, -1).join(', ')} or ${WORKLOAD_IDS.at(-1)}.`,
    ],
    ['optimizer', 'lamb', 'optimizer is “lamb”, but must be adam, adamw, sgd or momentum.'],
    ['seed', '4294967296', 'seed is “4294967296”, but must be a whole number from 0 to 4,294,967,295.'],
  ])('%s=%s: says what is allowed, and keeps the default', (key, value, message) => {
    const { config, problems } = parse({ [key]: value });
    expect(problems).toMatchObject([{ key, value, message }]);
    expect(config).toEqual(mlp);
  });

  it('keeps good values beside bad ones, and names the setting each problem is about', () => {
    const { config, problems } = parse({ batch: 'x', seed: '9', updates: '-1', lr: '0.01' });
    expect(config).toEqual({ ...mlp, seed: 9, learningRate: 0.01 });
    expect(problems.map(({ key, field }) => [key, field])).toEqual([
      ['batch', 'batchSize'],
      ['updates', 'length'],
    ]);
  });

  it('reports an unknown name on a command line, and ignores it in an address', () => {
    const entries: [string, string][] = [['batchsize', '64']];
    expect(parseConfig(entries, 'ignore').problems).toEqual([]);
    const [problem] = parseConfig(entries, 'report').problems;
    expect(problem).toMatchObject({ key: 'batchsize', value: '64' });
    expect(problem?.message).toContain('“batchsize” is not a setting; the settings are workload, batch,');
    expect(problem).not.toHaveProperty('field');
  });

  it('takes updates or epochs, not both', () => {
    const both = { epochs: '3', updates: '100' };
    expect(parse(both).config).toMatchObject({ lengthUnit: 'epochs', length: 3 });
    expect(messages(both)).toEqual(['updates and epochs exclude each other: “100” is not used.']);
    expect(parse(both).problems).toMatchObject([{ key: 'updates', earlierKey: 'epochs' }]);
  });

  it('takes the first valid value of a setting given more than once', () => {
    const { config, problems } = parseConfig(
      [
        ['batch', 'x'],
        ['batch', '2'],
        ['batch', '3'],
      ],
      'ignore',
    );
    expect(config.batchSize).toBe(2);
    expect(problems.map((problem) => problem.message)).toEqual([
      'batch is “x”, but must be a whole number from 1 to 16,384.',
      'batch is given more than once: “3” is not used.',
    ]);
  });

  it('reads -0 as plain zero, which the address can give back', () => {
    expect(parse({ seed: '-0', l2: '-0' }).config).toEqual({ ...mlp, seed: 0, l2: 0 });
  });

  it('is not fooled by names that every object has', () => {
    expect(messages({ constructor: '1' })[0]).toContain('“constructor” is not a setting');
    expect(parseConfig([['__proto__', '1']], 'report').config).toEqual(mlp);
  });

  it('shortens a long value in its sentence', () => {
    expect(messages({ batch: '9'.repeat(100_000) })[0]?.length).toBeLessThan(120);
  });

  it('yields a valid configuration and a sentence for each value not taken, whatever it is given', () => {
    const text = fc.oneof(
      fc.string(),
      fc.double().map(String),
      fc.constantFrom('auto', 'adam', '6MiB', '-0', '1e999', '1lost_0lost', '{}'),
    );
    const name = fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...CONFIG_PARAMS) }, fc.string());
    fc.assert(
      fc.property(fc.array(fc.tuple(name, text), { maxLength: 12 }), (entries) => {
        const { config, problems } = parseConfig(entries, 'report');
        expect(v.is(trainingConfigSchema, config)).toBe(true);
        for (const problem of problems) expect(problem.message).toMatch(/^.+\.$/su);
      }),
      { numRuns: 1000 },
    );
  });
});
