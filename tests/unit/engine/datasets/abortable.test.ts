import { describe, expect, it } from 'vitest';
import { abortable } from '../../../../src/engine/datasets/abortable.ts';

const reason = new Error('the person chose otherwise');

describe('abortable', () => {
  it('settles as the promise does, and lets go of the signal', async () => {
    const controller = new AbortController();
    expect(await abortable(Promise.resolve(3), controller.signal)).toBe(3);
    await expect(abortable(Promise.reject(new Error('refused')), controller.signal)).rejects.toThrow('refused');
    controller.abort(reason);
    expect(await abortable(Promise.resolve(4), new AbortController().signal)).toBe(4);
  });

  it('rejects with the signal’s reason where the promise never settles', async () => {
    const controller = new AbortController();
    const waiting = abortable(new Promise(() => {}), controller.signal);
    controller.abort(reason);
    await expect(waiting).rejects.toBe(reason);
    await expect(abortable(new Promise(() => {}), controller.signal)).rejects.toBe(reason);
  });

  it('an error that comes after the abort is nobody’s: it is handled', async () => {
    let fail: (error: Error) => void = () => {};
    const late = new Promise<never>((_, reject) => {
      fail = reject;
    });
    await expect(abortable(late, AbortSignal.abort(reason))).rejects.toBe(reason);
    // Vitest fails on an unhandled rejection.
    fail(new Error('too late'));
    await Promise.resolve();
  });
});
