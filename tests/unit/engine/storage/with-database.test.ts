import 'fake-indexeddb/auto';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { OPEN_WAIT_MS, withDatabase } from '../../../../src/engine/storage/with-database.ts';
import { FakeNetwork } from '../datasets/fake-network.ts';
import { holdDatabases, open } from './held-database.ts';

const upgrade = () => {};

afterEach(() => {
  vi.restoreAllMocks();
});

describe('a database for one task', () => {
  it('is closed after the task, also where the task fails', async () => {
    const timers = new FakeNetwork();
    const request = { name: 'closed', version: 1, upgrade, startTimer: timers.environment.startTimer };
    expect(await withDatabase(request, async (database) => database.version)).toBe(1);
    const failing = withDatabase({ ...request, version: 2 }, async () => {
      throw new Error('the task');
    });
    await expect(failing).rejects.toThrow('the task');
    // Opens only when nobody has it open any more.
    const next = await open('closed', 3);
    next.close();
    expect(timers.timersRunning).toBe(0);
  });

  it('that another tab holds is given up, and closed where it opens late', async () => {
    const timers = new FakeNetwork();
    const { name, release } = await holdDatabases();
    const task = vi.fn();
    const request = { name, version: 2, upgrade, startTimer: timers.environment.startTimer };
    const waiting = withDatabase(request, task);
    const refused = expect(waiting).rejects.toThrow(`did not open in ${OPEN_WAIT_MS} ms`);
    timers.expireTimers();
    await refused;
    vi.restoreAllMocks();
    release();
    // Waits until version 2 has opened and is closed.
    const next = await open(name, 3);
    next.close();
    expect(task).not.toHaveBeenCalled();
    expect(timers.timersRunning).toBe(0);
  });
});
