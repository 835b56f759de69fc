import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { isBuildCurrent } from '../../../../scripts/setup/build-state.mjs';

let root: string;

/** A file (or folder, without text) of the project with a modification time in seconds. */
function put(path: string, atSeconds: number, text?: string): void {
  const full = join(root, path);
  mkdirSync(text === undefined ? full : dirname(full), { recursive: true });
  if (text !== undefined) writeFileSync(full, text);
  utimesSync(full, atSeconds, atSeconds);
}

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'build-state-'));
  put('index.html', 100, 'page');
  put('src/ui/main.tsx', 100, 'code');
  put('src/ui', 100);
  put('src', 100);
  put('public', 100);
});

afterEach(() => rmSync(root, { recursive: true, force: true }));

describe('isBuildCurrent', () => {
  it('is false without a build', () => {
    expect(isBuildCurrent(root)).toBe(false);
  });

  it('is true for a build newer than every source', () => {
    put('dist/index.html', 200, 'built');
    expect(isBuildCurrent(root)).toBe(true);
  });

  it('is false once a file deep in the sources is newer', () => {
    put('dist/index.html', 200, 'built');
    put('src/ui/main.tsx', 300, 'changed');
    expect(isBuildCurrent(root)).toBe(false);
  });

  it('is false once a file was removed from a folder', () => {
    put('dist/index.html', 200, 'built');
    put('src/ui', 300);
    expect(isBuildCurrent(root)).toBe(false);
  });
});
