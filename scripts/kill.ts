// `npm run -s kill`: see killHelp.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildSite } from './browser/built-page.ts';
import { OwnedResources } from './browser/owned-resources.ts';
import { killArguments, killHelp } from './kill/kill-arguments.ts';
import { killJson, MOMENTS_HEADING, momentLine, summaryLine } from './kill/kill-report.ts';
import { openKillableBrowser } from './kill/killable-browser.ts';
import { type KilledMoment, killAt, uninterruptedLosses, watchWrite } from './kill/killed-moment.ts';
import { spreadMoments } from './kill/moments.ts';
import { createStaticServer, listenOnFreePort } from './serve/static-server.mjs';
import { detailOf } from './train/command-failure.ts';

/** A checkpoint of 25 MiB, written in four pieces; eight updates of two slices, half a second each on a software adapter. */
const RUN = 'workload=textrnn-synthetic&time-steps=20&batch=4&micro-batch=2&budget=100MiB&updates=8&evaluate-every=0';
const SEARCH = `?${RUN}&test-examples=4&seed=1`;

const EXIT_LIMIT_MS = 2000;

process.exitCode = await main(process.argv.slice(2));
// A browser that hangs would keep this process; leaving it ends that browser.
setTimeout(() => process.exit(), EXIT_LIMIT_MS).unref();

async function main(argv: readonly string[]): Promise<number> {
  const args = killArguments(argv);
  switch (args.type) {
    case 'help':
      console.log(killHelp());
      return 0;
    case 'bad':
      console.error(args.problems.join('\n'));
      return 1;
    case 'kill':
      return kill(args.moments, args.json);
    default:
      return args satisfies never;
  }
}

async function kill(moments: number, json: boolean): Promise<number> {
  const owned = new OwnedResources();
  process.once('SIGINT', () => process.exit(130));
  try {
    const results = await killAll(moments, owned, (result) => {
      if (json) console.error(momentLine(result));
      else console.log(momentLine(result));
    });
    console.log(json ? JSON.stringify(killJson(results)) : summaryLine(results));
    return results.every(({ problems }) => problems.length === 0) ? 0 : 3;
  } catch (error) {
    console.error(detailOf(error));
    return 3;
  } finally {
    await owned.close();
  }
}

/** A write that is watched and an uninterrupted run first, then each moment in a browser profile of its own. */
async function killAll(
  moments: number,
  owned: OwnedResources,
  onResult: (result: KilledMoment) => void,
): Promise<readonly KilledMoment[]> {
  const server = createStaticServer([await buildSite(owned)]);
  owned.add(async () => server.closeAllConnections());
  const address = `${await listenOnFreePort(server, 0)}${SEARCH}`;
  const steps = await inProfile((profile) => watchWrite({ address, profile }));
  console.error(`A write of a checkpoint has ${steps.length} steps.`);
  const losses = await inProfile(async (profile) => {
    const browser = await openKillableBrowser(profile);
    return uninterruptedLosses(browser.page, address).finally(browser.close);
  });
  console.error(MOMENTS_HEADING);
  const results: KilledMoment[] = [];
  for (const moment of spreadMoments(moments, steps.length)) {
    const result = await inProfile((profile) => killAt(moment, { address, profile }, losses));
    results.push(result);
    onResult(result);
  }
  return results;
}

/** Gives a task a folder for a browser's profile, which is removed when the task is done. */
async function inProfile<T>(task: (profile: string) => Promise<T>): Promise<T> {
  const profile = await mkdtemp(join(tmpdir(), 'killed-browser-'));
  try {
    return await task(profile);
  } finally {
    await rm(profile, { recursive: true, force: true, maxRetries: 5 });
  }
}
