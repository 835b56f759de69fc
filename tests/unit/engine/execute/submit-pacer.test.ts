import fc from 'fast-check';
import { afterEach, describe, expect, test } from 'vitest';
import { mark, SimulatedGpu } from './simulated-gpu.ts';

const opened: SimulatedGpu[] = [];
afterEach(() => {
  for (const gpu of opened.splice(0)) gpu.watch.release();
});

function simulate(...programs: readonly (readonly number[])[]): SimulatedGpu {
  const gpu = new SimulatedGpu(programs);
  opened.push(gpu);
  return gpu;
}

async function replay(gpu: SimulatedGpu, times: number): Promise<void> {
  for (let i = 0; i < times; i += 1) await gpu.pacer.run(0);
  await gpu.pacer.idle();
}

const even = (commands: number, ms: number): number[] => Array.from({ length: commands }, () => ms);
const costs = fc.array(fc.double({ min: 0.01, max: 60, noNaN: true }), { minLength: 1, maxLength: 60 });

describe('submit pacer: what is submitted', () => {
  test('every command exactly once and in order, whatever the commands cost', async () => {
    await fc.assert(
      fc.asyncProperty(costs, async (ms) => {
        const gpu = simulate(ms);
        await replay(gpu, 3);
        const once = ms.map((_, i) => `0:${i}`);
        expect(gpu.submits.flatMap(({ commands }) => commands)).toEqual([...once, ...once, ...once]);
      }),
      { numRuns: 50 },
    );
  });

  test('`before` goes ahead of the first command, `after` behind the last, each once', async () => {
    const gpu = simulate(even(20, 10));
    await gpu.pacer.run(0, mark('before'), mark('after'));
    const submitted = gpu.submits.flatMap(({ commands }) => commands);
    expect(gpu.submits.length).toBeGreaterThan(1);
    expect(submitted).toEqual(['before', ...even(20, 0).map((_, i) => `0:${i}`), 'after']);
  });

  test('a stop ends a program between two submits, without the rest of it', async () => {
    const stopped = new Error('stopped');
    let submits = 0;
    const gpu = new SimulatedGpu([even(20, 10)], () => {
      if (submits === 2) throw stopped;
      submits += 1;
    });
    opened.push(gpu);
    await expect(gpu.pacer.run(0)).rejects.toBe(stopped);
    expect(gpu.submits).toHaveLength(2);
  });

  test('costs are learnt for each program alone', async () => {
    const gpu = simulate(even(30, 1), even(30, 20));
    await replay(gpu, 3);
    gpu.submits.length = 0;
    await gpu.pacer.run(1);
    // Of commands never measured a handful is tried first, however cheap another program's are.
    expect(gpu.submits[0]?.commands.length).toBeLessThanOrEqual(6);
  });
});

describe('submit pacer: how long a submit takes', () => {
  test('commands of unknown cost go a handful at a time', async () => {
    const gpu = simulate(even(13, 1));
    await gpu.pacer.run(0);
    expect(gpu.submits.map(({ commands }) => commands.length)).toEqual([6, 6, 1]);
  });

  test('once costs are known, submits take about 40 ms', async () => {
    const gpu = simulate(even(200, 2));
    await replay(gpu, 2);
    gpu.submits.length = 0;
    await replay(gpu, 1);
    // 20 commands of 2 ms are 40 ms.
    expect(gpu.submits.map(({ ms }) => ms)).toEqual(even(10, 40));
  });

  test('a program that takes less is one submit', async () => {
    const gpu = simulate(even(50, 0.1));
    await replay(gpu, 2);
    gpu.submits.length = 0;
    await replay(gpu, 1);
    expect(gpu.submits).toHaveLength(1);
  });

  test('a command that alone takes longer is submitted alone', async () => {
    const gpu = simulate([...even(10, 1), 300, ...even(10, 1)]);
    await replay(gpu, 8);
    gpu.submits.length = 0;
    await replay(gpu, 1);
    expect(gpu.submits.find(({ commands }) => commands.includes('0:10'))?.commands).toEqual(['0:10']);
  });

  test('after a few replays no submit of several commands is over 100 ms, whatever the commands cost', async () => {
    await fc.assert(
      fc.asyncProperty(costs, async (ms) => {
        const gpu = simulate(ms);
        await replay(gpu, 12);
        gpu.submits.length = 0;
        await replay(gpu, 2);
        for (const submit of gpu.submits) expect(submit.commands.length === 1 || submit.ms <= 100).toBe(true);
      }),
      { numRuns: 50 },
    );
  });

  test('the longest measured submit is that of known costs, not of the first tries', async () => {
    const gpu = simulate(even(12, 50));
    await replay(gpu, 1);
    expect(gpu.pacer.longestSubmitMs).toBe(0);
    await replay(gpu, 1);
    expect(gpu.pacer.longestSubmitMs).toBe(50);
  });
});

describe('submit pacer: how much is queued', () => {
  test('the host runs ahead, but never by more than 100 ms of work', async () => {
    const gpu = simulate(even(200, 2));
    await replay(gpu, 2);
    gpu.submits.length = 0;
    await replay(gpu, 3);
    const queued = gpu.submits.map(({ queuedMs }) => queuedMs);
    expect(Math.max(...queued)).toBeLessThanOrEqual(100);
    expect(Math.max(...queued)).toBeGreaterThan(40);
  });

  test('short programs of several replays are queued together', async () => {
    const gpu = simulate(even(10, 1));
    await replay(gpu, 2);
    gpu.submits.length = 0;
    await replay(gpu, 30);
    const queued = gpu.submits.map(({ queuedMs }) => queuedMs);
    expect(Math.max(...queued)).toBeGreaterThan(50);
    expect(Math.max(...queued)).toBeLessThanOrEqual(100);
  });

  test('idle resolves when the device has done everything', async () => {
    const gpu = simulate(even(10, 5));
    await gpu.pacer.run(0);
    await gpu.pacer.idle();
    expect(gpu.now()).toBe(50);
  });
});

describe('submit pacer: a page that stays smooth', () => {
  test('submits take about 16 ms, and the device rests after each for as long as it took', async () => {
    const gpu = simulate(even(200, 2));
    gpu.isSmooth = true;
    await replay(gpu, 2);
    gpu.submits.length = 0;
    gpu.rests.length = 0;
    const startMs = gpu.now();
    await replay(gpu, 1);
    // 8 commands of 2 ms are 16 ms; the rest before the first is that of the submit before it.
    expect(gpu.submits.map(({ ms }) => ms)).toEqual(even(25, 16));
    expect(gpu.rests).toEqual(even(25, 16));
    expect(gpu.now() - startMs).toBe(2 * 400);
    expect(gpu.submits.every(({ ms, queuedMs }) => queuedMs === ms)).toBe(true);
  });

  test('what is submitted is the same, wherever it begins and ends', async () => {
    await fc.assert(
      fc.asyncProperty(costs, fc.nat(8), fc.nat(8), async (ms, from, length) => {
        const gpu = simulate(ms);
        for (let i = 0; i < 6; i += 1) {
          gpu.isSmooth = i >= from && i < from + length;
          await replay(gpu, 1);
        }
        const once = ms.map((_, i) => `0:${i}`);
        expect(gpu.submits.flatMap(({ commands }) => commands)).toEqual(Array(6).fill(once).flat());
      }),
      { numRuns: 50 },
    );
  });

  test('takes effect between two submits of a program that is under way', async () => {
    let submits = 0;
    const gpu = new SimulatedGpu([even(200, 2)], () => {
      submits += 1;
      if (submits === 3) gpu.isSmooth = true;
    });
    opened.push(gpu);
    await gpu.pacer.run(0);
    const [before, after] = [gpu.submits.slice(0, 3), gpu.submits.slice(4)];
    expect(gpu.rests.length).toBe(after.length + 1);
    expect(before.some(({ ms, queuedMs }) => queuedMs > ms)).toBe(true);
    expect(after.every(({ ms, queuedMs }) => queuedMs === ms)).toBe(true);
  });

  test('time in which the device had nothing to do counts as rest', async () => {
    const gpu = simulate(even(4, 2));
    gpu.isSmooth = true;
    await replay(gpu, 1);
    gpu.pass(1000);
    await replay(gpu, 1);
    expect(gpu.rests).toEqual([]);
  });

  test('a stop that comes while the device rests ends the program before anything more is submitted', async () => {
    const stopped = new Error('stopped');
    const gpu = new SimulatedGpu([even(20, 10)], () => {
      if (gpu.rests.length === 2) throw stopped;
    });
    opened.push(gpu);
    gpu.isSmooth = true;
    await expect(gpu.pacer.run(0)).rejects.toBe(stopped);
    expect(gpu.rests).toHaveLength(2);
    expect(gpu.submits).toHaveLength(2);
  });
});

describe('submit pacer: a device that fails', () => {
  test('a run in progress rejects, and nothing more is submitted', async () => {
    const gpu = simulate(even(200, 30));
    const run = gpu.pacer.run(0);
    gpu.lose('unknown', 'gone');
    await expect(run).rejects.toMatchObject({ kind: 'lost' });
    const submitted = gpu.submits.length;
    await expect(gpu.pacer.run(0)).rejects.toMatchObject({ kind: 'lost' });
    expect(gpu.submits).toHaveLength(submitted);
  });
});
