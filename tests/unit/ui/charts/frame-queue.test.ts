import { describe, expect, it } from 'vitest';
import { createFrameQueue } from '../../../../src/ui/charts/frame-queue.ts';

/** A screen whose frames pass when the test says so, and a clock that only jobs move. */
function screen() {
  let callbacks: (() => void)[] = [];
  let nowMs = 0;
  const done: string[] = [];
  const queue = createFrameQueue(
    (callback) => callbacks.push(callback),
    () => nowMs,
  );
  return {
    queue,
    done,
    /** A job that takes `costMs` and writes down its name. */
    job: (name: string, costMs: number) => () => {
      nowMs += costMs;
      done.push(name);
    },
    pass: () => {
      const due = callbacks;
      callbacks = [];
      for (const callback of due) callback();
    },
    framesAsked: () => callbacks.length,
  };
}

describe('frame queue', () => {
  it('draws one chart a frame, in order, and asks for no frame when none is left', () => {
    const { queue, job, done, pass, framesAsked } = screen();
    for (const name of ['loss', 'memory', 'steps']) queue.enqueue(job(name, 12));
    pass();
    expect(done).toEqual(['loss']);
    pass();
    pass();
    expect(done).toEqual(['loss', 'memory', 'steps']);
    expect(framesAsked()).toBe(0);
  });

  it('puts small jobs into one frame', () => {
    const { queue, job, done, pass } = screen();
    for (const [name, costMs] of [
      ['text', 1],
      ['summary', 1],
      ['chart', 12],
      ['other chart', 12],
    ] as const) {
      queue.enqueue(job(name, costMs));
    }
    pass();
    expect(done).toEqual(['text', 'summary', 'chart']);
    pass();
    expect(done).toHaveLength(4);
  });

  it('runs a job once however often it is asked for while it waits', () => {
    const { queue, job, done, pass } = screen();
    const loss = job('loss', 12);
    queue.enqueue(loss);
    queue.enqueue(loss);
    pass();
    pass();
    expect(done).toEqual(['loss']);
  });

  it('does not run a cancelled job', () => {
    const { queue, job, done, pass } = screen();
    const loss = job('loss', 12);
    queue.enqueue(loss);
    queue.cancel(loss);
    pass();
    expect(done).toEqual([]);
  });

  it('gives a job that asks for itself again a later frame', () => {
    const { queue, done, pass } = screen();
    const again = () => {
      done.push('again');
      if (done.length < 3) queue.enqueue(again);
    };
    queue.enqueue(again);
    pass();
    expect(done).toHaveLength(1);
    for (let frame = 0; frame < 5; frame += 1) pass();
    expect(done).toHaveLength(3);
  });

  it('goes on after a job that throws', () => {
    const { queue, job, done, pass } = screen();
    queue.enqueue(() => {
      throw new Error('broken chart');
    });
    queue.enqueue(job('memory', 12));
    expect(() => pass()).toThrow('broken chart');
    pass();
    expect(done).toEqual(['memory']);
  });
});
