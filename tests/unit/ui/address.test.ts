import { describe, expect, it } from 'vitest';
import { defaultConfig } from '../../../src/core/config/default-config.ts';
import { linkTo, readAddress } from '../../../src/ui/address.ts';

describe('address', () => {
  it('a link reproduces the configuration, seed included', () => {
    const config = { ...defaultConfig('fashion-convnet'), seed: 4711, batchSize: 8192, budgetMiB: 5.75 };
    const link = linkTo(config, 'https://example.org/play/?theme=dark&start=1#how-it-works');
    expect(readAddress(new URL(link).search)).toMatchObject({ config, problems: [] });
  });

  it('a link carries neither theme nor start, and stays on its page', () => {
    const link = new URL(
      linkTo(defaultConfig('fashion-mlp'), 'https://example.org/play/?theme=dark&start=1#how-it-works'),
    );
    expect(link.origin + link.pathname).toBe('https://example.org/play/');
    expect(readAddress(link.search)).toMatchObject({ start: false, theme: undefined });
  });

  it('start and theme are read beside the settings', () => {
    expect(readAddress('?batch=64&start=1&theme=dark')).toMatchObject({
      start: true,
      theme: 'dark',
      config: { batchSize: 64 },
    });
  });

  it('only start=1 starts, and an unknown theme is none', () => {
    expect(readAddress('?start=yes&theme=blue')).toMatchObject({ start: false, theme: undefined });
  });

  it('a bad value is a problem with a sentence, not a broken page', () => {
    const { config, problems } = readAddress('?batch=banana');
    expect(config.batchSize).toBe(512);
    expect(problems.map(({ field }) => field)).toEqual(['batchSize']);
  });
});
