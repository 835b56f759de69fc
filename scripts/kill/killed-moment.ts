import type { Page } from 'playwright';
import { withLimit } from '../browser/owned-resources.ts';
import { openKillableBrowser } from './killable-browser.ts';
import type { Moment } from './moments.ts';
import { RunPage } from './run-page.ts';
import { isBroken, readStoredRecords, type StoredRecord } from './stored-records.ts';

/** Updates of the checkpoint that is kept before the write that is killed. */
const KEPT_BEFORE = 1;

const LIMIT_MS = 300_000;

/** A run that is killed, and where: the address of the page with all of the run's settings, and a profile of its own. */
export interface KilledRun {
  readonly address: string;
  /** Folder of the browser's profile. */
  readonly profile: string;
}

/** What came of killing the browser at a moment, and starting it again. */
export interface KilledMoment {
  readonly moment: Moment;
  /** Number and name of the step at which the browser was killed. */
  readonly killedAt: string;
  /** What lay in the browser's storage when it was started again. */
  readonly records: readonly StoredRecord[];
  /** Updates of the checkpoint that was offered, and which it was. */
  readonly foundUpdates: number;
  readonly found: 'previous' | 'new';
  /** What is not as it should be; nothing where the run survived. */
  readonly problems: readonly string[];
}

/** What the write of a checkpoint consists of, step by step, in a browser that is not killed. */
export async function watchWrite({ address, profile }: KilledRun): Promise<readonly string[]> {
  const browser = await openKillableBrowser(profile);
  try {
    const run = new RunPage(browser.page);
    await run.open(address);
    await trainIntoWrite(run, { step: 0, isHeld: false });
    return await run.stepsWatched();
  } finally {
    await browser.close();
  }
}

/** The table of losses of the run that nothing interrupts. */
export async function uninterruptedLosses(page: Page, address: string): Promise<string> {
  const run = new RunPage(page);
  await run.open(address);
  await run.press('start');
  await run.inPhase('finished');
  return run.losses();
}

/** Kills the browser at a moment of a checkpoint's write, starts it again, resumes the run and compares its losses. */
export async function killAt(moment: Moment, run: KilledRun, expectedLosses: string): Promise<KilledMoment> {
  const killedAt = await withLimit(killInWrite(moment, run), LIMIT_MS, `No write came to step ${moment.step}.`);
  const browser = await openKillableBrowser(run.profile);
  try {
    const resumed = new RunPage(browser.page);
    await resumed.open(run.address);
    const foundUpdates = await resumed.offered();
    const records = await readStoredRecords(browser.page);
    await resumed.acceptOffer();
    await resumed.inPhase('finished');
    const isEqual = (await resumed.losses()) === expectedLosses;
    const problems = [
      ...records.filter(isBroken).map((record) => `a checkpoint is not whole: ${JSON.stringify(record)}`),
      ...(await resumed.warnings()),
      ...(isEqual ? [] : ['the losses are not those of the uninterrupted run']),
    ];
    const found = foundUpdates === KEPT_BEFORE ? 'previous' : 'new';
    return { moment, killedAt, records, foundUpdates, found, problems };
  } finally {
    await browser.close();
  }
}

async function killInWrite(moment: Moment, { address, profile }: KilledRun): Promise<string> {
  const browser = await openKillableBrowser(profile);
  try {
    const run = new RunPage(browser.page);
    await run.open(address);
    await trainIntoWrite(run, moment);
    // A page that is gone is in no phase.
    const end = await Promise.race([browser.killedAt, run.inPhase('finished').catch(() => browser.killedAt)]);
    if (end === undefined) throw new Error(`The run ended before a write came to step ${moment.step}.`);
    return end;
  } finally {
    await browser.close();
  }
}

/** One update and its checkpoint; then, while the run trains on, a checkpoint with the probe armed. */
async function trainIntoWrite(run: RunPage, { step, isHeld }: Moment): Promise<void> {
  await run.press('stepUpdate');
  await run.inPhase('paused');
  await run.kept(KEPT_BEFORE);
  await run.arm({ stopAt: step, isHeld });
  await run.press('resume');
  await run.inPhase('training');
  await run.hide();
}
