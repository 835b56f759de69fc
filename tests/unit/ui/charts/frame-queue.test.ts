import { describe, expect, it } from 'vitest';
import { createFrameQueue } from '../../../../src/ui/charts/frame-queue.ts';

/** A screen whose frames pass when the test says so, and charts that are drawn when the test says so. */
function screen() {
  let callbacks: (() => void)[] = [];
  const done: string[] = [];
  const drawing = new Map<string, () => void>();
  const queue = createFrameQueue((callback) => callbacks.push(callback));
  return {
    queue,
    done,
    /** A job that is drawn at once and writes down its name. */
    job: (name: string) => () => {
      done.push(name);
      return Promise.resolve();
    },
    /** A job that is drawn when `drawn` names it. */
    slowJob: (name: string) => () => {
      done.push(name);
      return new Promise<void>((resolve) => drawing.set(name, resolve));
    },
    drawn: async (name: string) => {
      drawing.get(name)?.();
      await settled();
    },
    pass: async () => {
      const due = callbacks;
      callbacks = [];
      for (const callback of due) callback();
      await settled();
    },
    framesAsked: () => callbacks.length,
  };
}

/** Everything that promises have in store. */
async function settled(): Promise<void> {
  for (let turn = 0; turn < 5; turn += 1) await Promise.resolve();
}

describe('frame queue', () => {
  it('draws one chart a frame, in order, and asks for no frame when none is left', async () => {
    const { queue, job, done, pass, framesAsked } = screen();
    for (const name of ['loss', 'memory', 'steps']) queue.enqueue(job(name));
    await pass();
    expect(done).toEqual(['loss']);
    await pass();
    await pass();
    expect(done).toEqual(['loss', 'memory', 'steps']);
    expect(framesAsked()).toBe(0);
  });

  it('holds up the next chart until the last one is drawn, however many frames that takes', async () => {
    const { queue, job, slowJob, done, pass, drawn, framesAsked } = screen();
    queue.enqueue(slowJob('loss'));
    queue.enqueue(job('memory'));
    await pass();
    await pass();
    expect(done).toEqual(['loss']);
    expect(framesAsked()).toBe(0);
    await drawn('loss');
    await pass();
    expect(done).toEqual(['loss', 'memory']);
  });

  it('runs a job once however often it is asked for while it waits', async () => {
    const { queue, job, done, pass } = screen();
    const loss = job('loss');
    queue.enqueue(loss);
    queue.enqueue(loss);
    await pass();
    await pass();
    expect(done).toEqual(['loss']);
  });

  it('does not run a cancelled job', async () => {
    const { queue, job, done, pass } = screen();
    const loss = job('loss');
    queue.enqueue(loss);
    queue.cancel(loss);
    await pass();
    expect(done).toEqual([]);
  });

  it('asks for no frame for nothing after a cancelled job, and takes the next one', async () => {
    const { queue, job, done, pass, framesAsked } = screen();
    const loss = job('loss');
    queue.enqueue(loss);
    queue.cancel(loss);
    await pass();
    expect(framesAsked()).toBe(0);
    queue.enqueue(job('memory'));
    await pass();
    expect(done).toEqual(['memory']);
  });

  it('gives a job that asks for itself again a later frame', async () => {
    const { queue, done, pass } = screen();
    const again = () => {
      done.push('again');
      if (done.length < 3) queue.enqueue(again);
      return Promise.resolve();
    };
    queue.enqueue(again);
    await pass();
    expect(done).toHaveLength(1);
    for (let frame = 0; frame < 5; frame += 1) await pass();
    expect(done).toHaveLength(3);
  });

  it('goes on after a job that fails', async () => {
    const { queue, job, done, pass } = screen();
    queue.enqueue(() => Promise.reject(new Error('broken chart')));
    queue.enqueue(job('memory'));
    await pass();
    await pass();
    expect(done).toEqual(['memory']);
  });
});
