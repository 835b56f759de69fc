import { describe, expect, it } from 'vitest';
import { createFrameQueue } from '../../../../src/ui/charts/frame-queue.ts';

/** Frames that pass when the test says so. */
function frames() {
  let callbacks: (() => void)[] = [];
  return {
    request: (callback: () => void) => callbacks.push(callback),
    pass: () => {
      const due = callbacks;
      callbacks = [];
      for (const callback of due) callback();
    },
    get asked() {
      return callbacks.length;
    },
  };
}

describe('frame queue', () => {
  it('runs one job a frame, in order, and asks for no frame when none is left', () => {
    const screen = frames();
    const done: string[] = [];
    const queue = createFrameQueue(screen.request);
    for (const name of ['loss', 'memory', 'steps']) queue.enqueue(() => done.push(name));
    expect(screen.asked).toBe(1);
    screen.pass();
    expect(done).toEqual(['loss']);
    screen.pass();
    screen.pass();
    expect(done).toEqual(['loss', 'memory', 'steps']);
    expect(screen.asked).toBe(0);
  });

  it('runs a job once however often it is asked for while it waits', () => {
    const screen = frames();
    let runs = 0;
    const job = () => {
      runs += 1;
    };
    const queue = createFrameQueue(screen.request);
    queue.enqueue(job);
    queue.enqueue(job);
    screen.pass();
    screen.pass();
    expect(runs).toBe(1);
  });

  it('does not run a cancelled job', () => {
    const screen = frames();
    let runs = 0;
    const job = () => {
      runs += 1;
    };
    const queue = createFrameQueue(screen.request);
    queue.enqueue(job);
    queue.cancel(job);
    screen.pass();
    expect(runs).toBe(0);
  });

  it('goes on after a job that throws', () => {
    const screen = frames();
    const done: string[] = [];
    const queue = createFrameQueue(screen.request);
    queue.enqueue(() => {
      throw new Error('broken chart');
    });
    queue.enqueue(() => done.push('memory'));
    expect(() => screen.pass()).toThrow('broken chart');
    screen.pass();
    expect(done).toEqual(['memory']);
  });
});
