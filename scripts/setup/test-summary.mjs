/** @typedef {{ readonly passed: number, readonly failed: number }} TestCount */

/**
 * @typedef {object} StageResult
 * @property {string} name
 * @property {number} passed
 * @property {number} failed
 * @property {number} elapsedMs
 * @property {boolean} hasTests  false for stages that only succeed or fail, such as types
 */

/**
 * What a stage adds to the total. A stage that fails without naming a failed test (types, a runner that crashes, no test found) counts as
 * one failure, so the total can only be without failures when every stage succeeded.
 *
 * @param {{ name: string, exitCode: number, elapsedMs: number, count?: TestCount | undefined }} outcome
 * @returns {StageResult}
 */
export function stageResult({ name, exitCode, elapsedMs, count }) {
  const failed = exitCode === 0 ? (count?.failed ?? 0) : Math.max(1, count?.failed ?? 0);
  return { name, passed: count?.passed ?? 0, failed, elapsedMs, hasTests: count !== undefined };
}

/**
 * Counts of Vitest's JSON report. A report that is missing or of another form counts nothing.
 *
 * @param {unknown} report
 * @returns {TestCount}
 */
export function countVitest(report) {
  return { passed: numberAt(report, 'numPassedTests'), failed: numberAt(report, 'numFailedTests') };
}

/**
 * Counts of Playwright's JSON report. A report that is missing or of another form counts nothing.
 *
 * @param {unknown} report
 * @returns {TestCount}
 */
export function countPlaywright(report) {
  const stats = property(report, 'stats');
  return { passed: numberAt(stats, 'expected'), failed: numberAt(stats, 'unexpected') + numberAt(stats, 'flaky') };
}

/**
 * One aligned line a stage: its name, what came out, how long it took.
 *
 * @param {readonly StageResult[]} results
 * @returns {string[]}
 */
export function summaryLines(results) {
  const rows = results.map(({ name, passed, failed, elapsedMs, hasTests }) => ({
    name,
    outcome: hasTests ? `${passed} passed, ${failed} failed` : failed === 0 ? 'ok' : 'failed',
    seconds: `${(elapsedMs / 1000).toFixed(1)} s`,
  }));
  const width = (/** @type {'name' | 'outcome' | 'seconds'} */ key) =>
    Math.max(0, ...rows.map((row) => row[key].length));
  return rows.map(
    (row) =>
      `${row.name.padEnd(width('name'))}  ${row.outcome.padEnd(width('outcome'))}  ${row.seconds.padStart(width('seconds'))}`,
  );
}

/**
 * @param {readonly StageResult[]} results
 * @returns {string} exactly `N passed, N failed`
 */
export function totalLine(results) {
  const sum = (/** @type {'passed' | 'failed'} */ key) => results.reduce((total, result) => total + result[key], 0);
  return `${sum('passed')} passed, ${sum('failed')} failed`;
}

/**
 * @param {unknown} value
 * @param {string} key
 * @returns {unknown}
 */
function property(value, key) {
  return typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined;
}

/**
 * @param {unknown} value
 * @param {string} key
 * @returns {number}
 */
function numberAt(value, key) {
  const found = property(value, key);
  return typeof found === 'number' ? found : 0;
}
