import { describe, expect, it } from 'vitest';
import { missingPackages } from '../../../../scripts/setup/dependencies.mjs';

const wanted = {
  packages: {
    '': { version: '0.1.0' },
    'node_modules/vite': { version: '8.3.8' },
    'node_modules/fsevents': { version: '2.3.3', optional: true },
  },
};

describe('missingPackages', () => {
  it('asks for everything required where nothing is installed, builds for other systems excepted', () => {
    expect(missingPackages(wanted, {})).toEqual(['node_modules/vite']);
  });

  it('asks for nothing where the installed versions are those of the lock file', () => {
    expect(missingPackages(wanted, { packages: { 'node_modules/vite': { version: '8.3.8' } } })).toEqual([]);
  });

  it('asks for a package installed in another version, also an optional one', () => {
    const installed = {
      packages: { 'node_modules/vite': { version: '8.3.7' }, 'node_modules/fsevents': { version: '2.3.2' } },
    };
    expect(missingPackages(wanted, installed)).toEqual(['node_modules/vite', 'node_modules/fsevents']);
  });
});
