import { describe, expect, it } from 'vitest';
import { DeviceTurns } from '../../../../src/engine/device/device-turns.ts';

/** A task that ends when the test says so. */
function openTask(name: string, told: string[]) {
  let end = () => {};
  const finished = new Promise<void>((resolve) => {
    end = resolve;
  });
  const run = async () => {
    told.push(`${name} begins`);
    await finished;
    told.push(`${name} ends`);
  };
  return { task: { run, stop: () => void told.push(`${name} is to stop`) }, end };
}

describe('turns at the device', () => {
  it('each begins when the one before has ended, which is asked to stop', async () => {
    const told: string[] = [];
    const turns = new DeviceTurns();
    const [first, second, third] = [openTask('run', told), openTask('race', told), openTask('measurement', told)];
    const ended = [turns.begin('run', 1, first.task), turns.begin('race', 1, second.task)];
    ended.push(turns.begin('measurement', 1, third.task));
    for (const { end } of [third, second, first]) end();
    await Promise.all(ended);
    expect(told).toEqual([
      ...['run begins', 'run is to stop', 'race is to stop'],
      ...['run ends', 'race begins', 'race ends', 'measurement begins', 'measurement ends'],
    ]);
  });

  it('a task holds the device until it has ended or was asked to stop, by its own kind and number', async () => {
    const told: string[] = [];
    const turns = new DeviceTurns();
    const { task, end } = openTask('run', told);
    expect(turns.isHeldBy('run', 'race', 'measurement')).toBe(false);
    const ended = turns.begin('run', 7, task);
    expect([turns.isHeldBy('run'), turns.isHeldBy('race', 'measurement')]).toEqual([true, false]);
    turns.stop('run', 6);
    turns.stop('race', 7);
    expect([turns.isHeldBy('run'), told]).toEqual([true, ['run begins']]);
    turns.stop('run', 7);
    expect([turns.isHeldBy('run'), told]).toEqual([false, ['run begins', 'run is to stop']]);

    const next = openTask('race', told);
    const nextEnded = turns.begin('race', 1, next.task);
    expect([turns.isHeldBy('run'), turns.isHeldBy('race')]).toEqual([false, true]);
    end();
    next.end();
    await Promise.all([ended, nextEnded]);
    expect(turns.isHeldBy('run', 'race', 'measurement')).toBe(false);
  });
});
