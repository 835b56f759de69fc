import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { WORKLOAD_IDS } from '../../../../src/core/config/training-config.ts';
import {
  BUNDLED_DATA,
  DATA_FAMILIES,
  dataInUse,
  familyOfImported,
  familyOfWorkload,
} from '../../../../src/core/data/data-in-use.ts';
import { IMPORTED_IDS } from '../../../../src/core/data/imported-data.ts';

const sources = fc.constantFrom('bundled' as const, ...IMPORTED_IDS);

describe('data in use', () => {
  it('is what comes with the page until something is chosen, whatever is there', () => {
    expect(dataInUse({}, IMPORTED_IDS)).toEqual(BUNDLED_DATA);
  });

  it('is the choice where that data set is there, and what comes with the page once it is gone', () => {
    expect(dataInUse({ cifar: 'cifar-10', fashion: 'mnist' }, ['cifar-10', 'mnist'])).toEqual({
      cifar: 'cifar-10',
      fashion: 'mnist',
    });
    expect(dataInUse({ cifar: 'cifar-10', fashion: 'mnist' }, ['mnist'])).toEqual({
      cifar: 'bundled',
      fashion: 'mnist',
    });
  });

  it('is never a data set that is missing, or whose images have another shape', () => {
    fc.assert(
      fc.property(sources, sources, fc.subarray([...IMPORTED_IDS]), (fashion, cifar, available) => {
        const inUse = dataInUse({ fashion, cifar }, available);
        for (const family of DATA_FAMILIES) {
          const source = inUse[family];
          if (source === 'bundled') continue;
          expect(available).toContain(source);
          expect(familyOfImported(source)).toBe(family);
        }
      }),
    );
  });

  it('can be chosen for the workloads of small images only', () => {
    expect(WORKLOAD_IDS.filter((id) => familyOfWorkload(id) === undefined)).toEqual([
      'textrnn-synthetic',
      'textrnn-spam',
      'resnet152-224',
      'resnet152-1024',
      'charlm',
    ]);
  });
});
