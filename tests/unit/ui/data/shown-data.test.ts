import { describe, expect, it } from 'vitest';
import { BUNDLED_DATA } from '../../../../src/core/data/data-in-use.ts';
import { shownData } from '../../../../src/ui/data/shown-data.ts';

describe('shown data', () => {
  it('calls the stand-in by its name until CIFAR-10 is in use', () => {
    expect(shownData('cifar-resnet20', BUNDLED_DATA)).toEqual({ id: 'cifar-stand-in', origin: 'standIn' });
    expect(shownData('cifar-resnet50', { ...BUNDLED_DATA, cifar: 'cifar-10' })).toEqual({
      id: 'cifar-10',
      origin: 'own',
    });
  });

  it('is a workload’s own data outside the families, whatever was given', () => {
    const inUse = { fashion: 'mnist', cifar: 'cifar-10' } as const;
    expect(shownData('fashion-mlp', inUse)).toEqual({ id: 'mnist', origin: 'own' });
    expect(shownData('charlm', inUse)).toEqual({ id: 'moby-dick', origin: 'bundled' });
    expect(shownData('resnet152-1024', inUse)).toEqual({ id: 'generated-1024', origin: 'made' });
  });
});
