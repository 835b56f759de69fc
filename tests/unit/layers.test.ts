import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { type Debt, importsOf, violationsOf, withoutDebts } from './layer-rules.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const SRC = join(ROOT, 'src');

/** Arrows that break the rules, each with the reason why it stays for now. */
const DEBTS: readonly Debt[] = [];

/** Globals outside ECMAScript that core may use. */
const CORE_GLOBALS: ReadonlyMap<string, string> = new Map([
  [
    'URLSearchParams',
    'the URL standard, the same in pages, workers and Node; reads and writes the configuration in the address',
  ],
  ['TextEncoder', 'the Encoding standard, the same in pages, workers and Node; writes the header of a checkpoint'],
  ['TextDecoder', 'the Encoding standard, the same in pages, workers and Node; reads the header of a checkpoint'],
]);

/** Files under `src` that are text, by their path with forward slashes. */
async function sourceFiles(): Promise<string[]> {
  const entries = await readdir(SRC, { recursive: true });
  return entries.map((path) => path.split(sep).join('/')).filter((path) => /\.(tsx?|css|wgsl)$/.test(path));
}

/** Source without its comments, for rules that a comment cannot break. */
function withoutComments(source: string): string {
  return source.replace(/\/\*[\s\S]*?\*\/|\/\/[^\n]*/g, '');
}

/** Names that the compiler does not find in these files when only ECMAScript is there: no DOM, no Node. */
function unknownNames(files: readonly string[]): Promise<{ file: string; name: string }[]> {
  const options = ['--noEmit', '--ignoreConfig', '--lib', 'ES2023', '--types', '', '--target', 'ES2023', '--strict'];
  const modules = [
    '--module',
    'ESNext',
    '--moduleResolution',
    'bundler',
    '--allowImportingTsExtensions',
    '--skipLibCheck',
  ];
  const compiler = join(ROOT, 'node_modules/typescript/bin/tsc');
  return new Promise((resolve) => {
    execFile(process.execPath, [compiler, ...options, ...modules, ...files], { cwd: ROOT }, (_error, output) => {
      const found = output.matchAll(/^(.+?)\(\d+,\d+\): error TS\d+: Cannot find (?:name|namespace) '(\w+)'/gm);
      resolve([...found].map(([, file = '', name = '']) => ({ file, name })));
    });
  });
}

describe('the layers of src', () => {
  it('import only along the arrows, with extensions, in files of at most 400 lines', async () => {
    const files = await sourceFiles();
    const violations = await Promise.all(
      files.map(async (file) => violationsOf(file, await readFile(join(SRC, file), 'utf8'))),
    );
    expect(withoutDebts(violations.flat(), DEBTS)).toEqual([]);
    expect(files).toContain('core/failures.ts');
  });

  it('core knows neither DOM nor Node: it compiles with ECMAScript alone', { timeout: 60_000 }, async () => {
    const folder = await mkdtemp(join(tmpdir(), 'core-globals-'));
    const planted = join(folder, 'planted.ts');
    await writeFile(planted, 'export const title = document.title;\nsetTimeout(() => {}, performance.now());\n');
    const core = (await sourceFiles()).filter((file) => file.startsWith('core/')).map((file) => join(SRC, file));
    const unknown = await unknownNames([planted, ...core]);
    await rm(folder, { recursive: true });

    const isPlanted = ({ file }: { file: string }) => file.endsWith('planted.ts');
    expect(unknown.filter(isPlanted).map(({ name }) => name)).toEqual(['document', 'setTimeout', 'performance']);
    expect(unknown.filter((entry) => !isPlanted(entry) && !CORE_GLOBALS.has(entry.name))).toEqual([]);
  });

  it('core takes clock and randomness as parameters', async () => {
    const core = (await sourceFiles()).filter((file) => file.startsWith('core/'));
    const offenders = await Promise.all(
      core.map(async (file) => {
        const source = withoutComments(await readFile(join(SRC, file), 'utf8'));
        return /\bMath\.random\b|\bDate\.now\b|\bnew Date\(\s*\)/.test(source) ? [file] : [];
      }),
    );
    expect(offenders.flat()).toEqual([]);
  });
});

describe('the rules see a violation', () => {
  const problemsOf = (file: string, source: string) => violationsOf(file, source).map(({ problem }) => problem);

  it.each([
    ['core/a.ts', "import { x } from '../protocol/b.ts';", 'core may not import protocol'],
    ['core/a.ts', "import type { x } from '../engine/b.ts';", 'core may not import engine'],
    ['core/a.ts', "export { x } from '../ui/b.ts';", 'core may not import ui'],
    ['core/batch/a.ts', "import * as v from 'valibot';", 'core may not use this package'],
    ['engine/a.ts', "import { openDB } from 'idb';", 'engine may not use this package'],
    ['core/a.ts', "import fs from 'node:fs';", 'core may not use this package'],
    ['protocol/a.ts', "import {\n  x,\n  y,\n} from '../ui/b.ts';", 'protocol may not import ui'],
    ['engine/a.ts', "import { x } from '../ui/b.ts';", 'engine may not import ui'],
    ['engine/a.ts', "import React from 'react';", 'engine may not use this package'],
    ['ui/a.tsx', "const x = await import('../engine/b.ts');", 'ui may not import engine'],
    ['ui/a.tsx', "import '@tensorflow/tfjs-core';", 'ui may not use this package'],
    ['ui/a.tsx', "import { x } from 'reactive';", 'ui may not use this package'],
    ['ui/a.tsx', "import { x } from './b';", 'has no extension'],
    ['ui/a.tsx', "import { version } from '../../package.json';", 'lies outside src'],
    ['ui/a.ts', "new Worker(new URL('../engine/training.worker.ts', import.meta.url));", 'ui may not import engine'],
    ['ui/worker-client.ts', "new Worker(new URL('../engine/other.ts', import.meta.url));", 'ui may not import engine'],
    ['ui/a.ts', "import TrainingWorker from '../engine/training.worker.ts?worker';", 'ui may not import engine'],
    ['ui/a.ts', "import.meta.glob('../engine/models/*.ts');", 'ui may not import engine'],
    ['main.ts', '', 'belongs to no layer: core, protocol, engine, ui'],
    ['lib/a.ts', '', 'belongs to no layer: core, protocol, engine, ui'],
  ])('%s: %s', (file, source, problem) => {
    expect(problemsOf(file, source)).toEqual([problem]);
  });

  it.each([
    ['core/config/a.ts', "import * as v from 'valibot';\nimport { b } from '../bytes.ts';"],
    ['engine/datasets/a.ts', "import { openDB } from 'idb';\nimport * as v from 'valibot';"],
    ['engine/a.ts', "import { x } from '@tensorflow/tfjs-core';\nimport { b } from '../protocol/events.ts';"],
    ['ui/a.tsx', "import classes from './a.module.css';\nimport { createStore } from 'zustand/vanilla';"],
    ['ui/worker-client.ts', "new Worker(new URL('../engine/training.worker.ts', import.meta.url));"],
    ['core/a.ts', "/**\n * import { x } from '../ui/b.ts';\n */\n// import '../ui/b.ts'"],
  ])('and nothing in %s: %s', (file, source) => {
    expect(problemsOf(file, source)).toEqual([]);
  });

  it('counts lines: 400 are allowed, 401 are not', () => {
    expect(problemsOf('ui/a.css', `${'\n'.repeat(399)}a {}\n`)).toEqual([]);
    expect(problemsOf('ui/a.css', `${'\n'.repeat(400)}a {}`)).toEqual(['has 401 lines, more than 400']);
  });

  it('reads every form of import', () => {
    const source = "import a from './a.ts';\nimport './b.css';\nexport * from './c.ts';\nconst d = import('./d.ts');\n";
    expect(importsOf(source).sort()).toEqual(['./a.ts', './b.css', './c.ts', './d.ts']);
  });

  it('tolerates a listed debt, and reports one that is paid', () => {
    const [violation] = violationsOf('core/a.ts', "import { x } from '../ui/b.ts';");
    if (violation === undefined) throw new Error('the arrow was not seen');
    const debt = { from: 'core/a.ts', to: 'ui/b.ts', reason: 'moves next' };
    expect(withoutDebts([violation], [debt])).toEqual([]);
    expect(withoutDebts([], [debt])).toEqual([
      { from: 'core/a.ts', to: 'ui/b.ts', problem: 'is listed as a debt, but paid' },
    ]);
  });
});
