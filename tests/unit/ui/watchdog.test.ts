import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createWatchdog } from '../../../src/ui/watchdog.ts';

describe('watchdog', () => {
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => vi.useRealTimers());

  function watched(isAnswerOwed: boolean) {
    const ports = { isAnswerOwed: () => isAnswerOwed, ping: vi.fn(), onSilence: vi.fn() };
    return { ...ports, watchdog: createWatchdog(ports) };
  }

  it('asks after 5 seconds of owed silence and gives up after 20, once', () => {
    const { ping, onSilence } = watched(true);
    vi.advanceTimersByTime(4_999);
    expect(ping).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(ping).toHaveBeenCalledTimes(1);
    vi.advanceTimersByTime(15_000);
    expect(onSilence).toHaveBeenCalledExactlyOnceWith(20);
  });

  it('does not mind silence when no answer is owed', () => {
    const { ping, onSilence } = watched(false);
    vi.advanceTimersByTime(3_600_000);
    expect(ping).not.toHaveBeenCalled();
    expect(onSilence).not.toHaveBeenCalled();
  });

  it('starts again at each message', () => {
    const { watchdog, onSilence } = watched(true);
    for (let seconds = 0; seconds < 120; seconds += 12) {
      vi.advanceTimersByTime(12_000);
      watchdog.heard();
    }
    expect(onSilence).not.toHaveBeenCalled();
  });

  it('is quiet once destroyed', () => {
    const { watchdog, ping } = watched(true);
    watchdog.destroy();
    vi.advanceTimersByTime(60_000);
    expect(ping).not.toHaveBeenCalled();
  });
});
