// `npm test`: installs what is missing, finds or installs a Chromium, then checks types and style and runs all tests.
// `npm test -- unit gpu` runs only those stages. The last line is always `N passed, N failed`, over all runners.
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { installMissing } from './setup/dependencies.mjs';
import { endCommandsOnInterrupt, runCommand } from './setup/run-command.mjs';
import { countPlaywright, countVitest, stageResult, summaryLines, totalLine } from './setup/test-summary.mjs';

/** @typedef {import('./setup/test-summary.mjs').StageResult} StageResult */

const root = fileURLToPath(new URL('..', import.meta.url));
const bin = (/** @type {string[]} */ ...parts) => join(root, 'node_modules', ...parts);
const reportPath = (/** @type {string} */ name) => bin('.cache', `test-report-${name}.json`);
const vitest = (/** @type {string} */ project) => [
  bin('vitest', 'vitest.mjs'),
  'run',
  ...['--project', project],
  ...['--reporter=default', '--reporter=json', `--outputFile.json=${reportPath(project)}`],
];

/** A stage that runs longer has hung. */
const LIMIT_MS = 15 * 60_000;

/**
 * @typedef {object} Stage
 * @property {string} name
 * @property {readonly string[]} args  of Node
 * @property {((report: unknown) => import('./setup/test-summary.mjs').TestCount)} [count]
 * @property {boolean} [needsBrowser]
 */

/** @type {readonly Stage[]} */
const STAGES = [
  { name: 'types', args: [bin('typescript', 'bin', 'tsc'), '--noEmit'] },
  { name: 'lint', args: [bin('@biomejs', 'biome', 'bin', 'biome'), 'check', '.'] },
  { name: 'unit', args: vitest('unit'), count: countVitest },
  { name: 'gpu', args: vitest('gpu'), count: countVitest, needsBrowser: true },
  {
    name: 'e2e',
    args: [bin('@playwright', 'test', 'cli.js'), 'test', '--reporter=list,json'],
    count: countPlaywright,
    needsBrowser: true,
  },
];

endCommandsOnInterrupt();
const results = await runAll(chosenStages(process.argv.slice(2)));
console.log(`\n${summaryLines(results).join('\n')}`);
console.log(totalLine(results));
process.exitCode = results.every((result) => result.failed === 0) ? 0 : 1;

/**
 * @param {readonly string[]} names
 * @returns {readonly Stage[]}
 */
function chosenStages(names) {
  const unknown = names.filter((name) => !STAGES.some((stage) => stage.name === name));
  if (unknown.length > 0) {
    const known = STAGES.map((stage) => stage.name).join(', ');
    console.error(`There is no stage named ${unknown.join(', ')}. The stages are ${known}.`);
    process.exit(1);
  }
  return names.length === 0 ? STAGES : STAGES.filter((stage) => names.includes(stage.name));
}

/**
 * @param {readonly Stage[]} stages
 * @returns {Promise<StageResult[]>}
 */
async function runAll(stages) {
  const results = /** @type {StageResult[]} */ ([]);
  const install = await timed('install', async () => {
    await installMissing(root);
  });
  if (install.failed > 0) return [install];
  if (stages.some((stage) => stage.needsBrowser)) {
    const browser = await timed('browser', async () => {
      // Loaded only now: it needs the packages.
      const { findOrInstallChromium } = await import('./setup/install-chromium.mjs');
      console.log(`Browser: ${await findOrInstallChromium(root)}`);
    });
    if (browser.failed > 0) results.push(browser);
  }
  const hasBrowser = results.length === 0;
  for (const stage of stages) {
    if (stage.needsBrowser && !hasBrowser) continue;
    results.push(await runStage(stage));
  }
  return results;
}

/**
 * @param {Stage} stage
 * @returns {Promise<StageResult>}
 */
async function runStage({ name, args, count }) {
  console.log(`\n── ${name}`);
  const path = reportPath(name);
  rmSync(path, { force: true });
  const startedAtMs = performance.now();
  const { exitCode, timedOut } = await runCommand(process.execPath, args, {
    cwd: root,
    env: { PLAYWRIGHT_JSON_OUTPUT_NAME: path },
    limitMs: LIMIT_MS,
  });
  const elapsedMs = performance.now() - startedAtMs;
  if (timedOut) console.error(`${name} was ended: it ran longer than ${LIMIT_MS / 60_000} minutes.`);
  return stageResult({ name, exitCode, elapsedMs, count: count?.(readReport(path)) });
}

/**
 * @param {string} name
 * @param {() => Promise<void>} action
 * @returns {Promise<StageResult>}
 */
async function timed(name, action) {
  const startedAtMs = performance.now();
  let exitCode = 0;
  try {
    await action();
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    exitCode = 1;
  }
  return stageResult({ name, exitCode, elapsedMs: performance.now() - startedAtMs });
}

/**
 * @param {string} path
 * @returns {unknown}
 */
function readReport(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return undefined;
  }
}
