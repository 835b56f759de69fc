/** The arrows between the layers of `src`, as a function from one file's text to what is wrong with it. */
import { posix } from 'node:path';

/** An arrow that breaks the rules and is tolerated for now, with the reason. */
export interface Debt {
  readonly from: string;
  readonly to: string;
  readonly reason: string;
}

export interface Violation {
  readonly from: string;
  readonly to: string;
  readonly problem: string;
}

interface Layer {
  /** Layers it may import, itself included. */
  readonly layers: readonly string[];
  /** Packages it may import: a name, or a scope ending in "/". */
  readonly packages: readonly string[];
}

const LAYERS: ReadonlyMap<string, Layer> = new Map([
  ['core', { layers: ['core'], packages: [] }],
  ['protocol', { layers: ['core', 'protocol'], packages: [] }],
  ['engine', { layers: ['core', 'protocol', 'engine'], packages: ['@tensorflow/'] }],
  [
    'ui',
    {
      layers: ['core', 'protocol', 'ui'],
      packages: ['react', 'react-dom', '@mantine/', '@tabler/icons-react', 'recharts', 'zustand', 'valibot'],
    },
  ],
]);

/** Folders with packages of their own: settings, stored records and files are parsed once, with a schema; IndexedDB keeps. */
const FOLDER_PACKAGES: ReadonlyMap<string, readonly string[]> = new Map([
  ['core/checkpoint/', ['valibot']],
  ['core/config/', ['valibot']],
  ['core/weather/', ['valibot']],
  ['engine/checkpoints/', ['idb', 'valibot']],
  ['engine/datasets/', ['idb', 'valibot']],
  ['engine/storage/', ['idb']],
]);

/** The one place where the page names the worker. */
const WORKER_CLIENT = 'ui/worker-client.ts';
const WORKER_ENTRY = 'engine/training.worker.ts';

const LONGEST_FILE_LINES = 400;

const EXTENSION = /\.(ts|tsx|css|json|svg|wgsl|woff2)$/;

/** Statements start a line; in comments they follow a `*` or `//` and are not matched. */
const STATEMENTS = [
  /^\s*(?:import|export)\b[^'";]*?\bfrom\s*['"]([^'"]+)['"]/gm,
  /^\s*import\s*['"]([^'"]+)['"]/gm,
  /\bimport\s*\(\s*['"]([^'"]+)['"]/g,
  /\bimport\.meta\.glob\s*\(\s*['"]([^'"]+)['"]/g,
];
const URLS = /\bnew URL\(\s*['"]([^'"]+)['"]\s*,\s*import\.meta\.url\b/g;

/** What a file imports, as written, without a bundler's `?query`. */
export function importsOf(source: string): string[] {
  return STATEMENTS.flatMap((statement) => matches(source, statement));
}

/**
 * Everything wrong with one file.
 *
 * @param file its path under `src`, with forward slashes
 * @param source its text
 */
export function violationsOf(file: string, source: string): Violation[] {
  const violations: Violation[] = [];
  const report = (to: string, problem: string) => violations.push({ from: file, to, problem });
  const [layerName = ''] = file.split('/');
  const layer = file.includes('/') ? LAYERS.get(layerName) : undefined;
  if (layer === undefined) {
    report(file, `belongs to no layer: ${[...LAYERS.keys()].join(', ')}`);
    return violations;
  }
  const lines = source.trimEnd().split('\n').length;
  if (lines > LONGEST_FILE_LINES) report(file, `has ${lines} lines, more than ${LONGEST_FILE_LINES}`);
  if (!/\.tsx?$/.test(file)) return violations;

  for (const specifier of importsOf(source)) {
    if (!specifier.startsWith('.')) {
      if (!mayUsePackage(file, layer, specifier)) report(specifier, `${layerName} may not use this package`);
      continue;
    }
    if (!EXTENSION.test(specifier)) report(specifier, 'has no extension');
    checkArrow(resolveFrom(file, specifier));
  }
  for (const specifier of matches(source, URLS)) {
    const target = resolveFrom(file, specifier);
    if (file !== WORKER_CLIENT || target !== WORKER_ENTRY) checkArrow(target);
  }
  return violations;

  function checkArrow(target: string): void {
    const [targetLayer = ''] = target.split('/');
    if (layer !== undefined && !layer.layers.includes(targetLayer)) {
      report(target, target.startsWith('..') ? 'lies outside src' : `${layerName} may not import ${targetLayer}`);
    }
  }
}

/** Takes the debts off; a debt that no file owes any more is a violation itself. */
export function withoutDebts(violations: readonly Violation[], debts: readonly Debt[]): Violation[] {
  const owed = (debt: Debt, { from, to }: Violation) => debt.from === from && debt.to === to;
  const stale = debts.filter((debt) => !violations.some((violation) => owed(debt, violation)));
  return [
    ...violations.filter((violation) => !debts.some((debt) => owed(debt, violation))),
    ...stale.map(({ from, to }) => ({ from, to, problem: 'is listed as a debt, but paid' })),
  ];
}

function mayUsePackage(file: string, layer: Layer, specifier: string): boolean {
  const isNamed = (name: string) =>
    name.endsWith('/') ? specifier.startsWith(name) : specifier === name || specifier.startsWith(`${name}/`);
  return (
    layer.packages.some(isNamed) ||
    [...FOLDER_PACKAGES].some(([folder, names]) => file.startsWith(folder) && names.some(isNamed))
  );
}

function resolveFrom(file: string, specifier: string): string {
  return posix.normalize(posix.join(posix.dirname(file), specifier));
}

function matches(source: string, pattern: RegExp): string[] {
  return [...source.matchAll(pattern)].map(([, specifier = '']) => specifier.replace(/\?.*$/, ''));
}
