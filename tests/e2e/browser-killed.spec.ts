import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { killAt, uninterruptedLosses } from '../../scripts/kill/killed-moment.ts';
import { SMALL_RUN } from './support/playground.ts';

/** Of the write of a checkpoint: its record is there, and its first piece is on its way. `npm run -s kill` tries 20 moments. */
const MOMENT = { step: 3, isHeld: true } as const;

// Of a browser that is killed there is nothing to record.
test.use({ trace: 'off', screenshot: 'off' });

test('a browser that is killed in the middle of writing a checkpoint resumes the same trajectory', async ({
  page,
  baseURL,
}) => {
  const params = Object.entries({ ...SMALL_RUN, updates: 4, 'test-examples': 64 });
  const address = `${baseURL}?${new URLSearchParams(params.map(([name, value]) => [name, String(value)]))}`;
  const profile = await mkdtemp(join(tmpdir(), 'killed-browser-'));
  try {
    const losses = await uninterruptedLosses(page, address);
    await page.close();
    const killed = await killAt(MOMENT, { address, profile }, losses);
    expect(killed).toMatchObject({ killedAt: '3: put in pieces asked', found: 'previous', problems: [] });
    expect(killed.records.filter(({ state }) => state === 'whole')).toHaveLength(1);
  } finally {
    await rm(profile, { recursive: true, force: true, maxRetries: 5 });
  }
});
