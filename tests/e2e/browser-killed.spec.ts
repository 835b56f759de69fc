import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { killAt, runUninterrupted } from '../../scripts/kill/killed-moment.ts';
import { SMALL_RUN } from './support/playground.ts';

/** Of the write of a checkpoint: its record is there, and its first piece is on its way. `npm run -s kill` tries 20 moments. */
const STEP = 'put in pieces asked';

// Of a browser that is killed there is nothing to record.
test.use({ trace: 'off', screenshot: 'off' });

test('a browser that is killed in the middle of writing a checkpoint resumes the same trajectory', async ({
  baseURL,
}) => {
  const params = Object.entries({ ...SMALL_RUN, updates: 6, 'test-examples': 64 });
  const address = `${baseURL}?${new URLSearchParams(params.map(([name, value]) => [name, String(value)]))}`;
  const folder = await mkdtemp(join(tmpdir(), 'killed-browser-'));
  try {
    const whole = await runUninterrupted({ address, profile: join(folder, 'whole') });
    const step = 1 + whole.writeSteps.indexOf(STEP);
    const run = { address, profile: join(folder, 'killed') };
    const killed = await killAt({ step, isHeld: true }, run, whole.losses);
    expect(killed).toMatchObject({ killedAt: `${step}: ${STEP}`, found: 'previous', problems: [] });
    expect(killed.records.filter(({ state }) => state === 'whole')).toHaveLength(1);
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
});
