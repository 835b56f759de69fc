import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  NO_ANSWER_SECONDS,
  NO_PROGRESS_MINUTES,
  PING_AFTER_SECONDS,
  Watchdog,
} from '../../../../scripts/train/watchdog.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

function watched() {
  const ports = { ping: vi.fn(), onNoAnswer: vi.fn(), onNoProgress: vi.fn() };
  return { ports, watchdog: new Watchdog(ports) };
}
const pass = (seconds: number) => vi.advanceTimersByTime(seconds * 1000);

describe('Watchdog', () => {
  it('asks a silent worker once, and gives it up when it does not answer', () => {
    const { ports } = watched();
    pass(PING_AFTER_SECONDS);
    expect(ports.ping).toHaveBeenCalledTimes(1);
    pass(NO_ANSWER_SECONDS - PING_AFTER_SECONDS - 1);
    expect(ports.onNoAnswer).not.toHaveBeenCalled();
    pass(1);
    expect(ports.onNoAnswer).toHaveBeenCalledExactlyOnceWith(NO_ANSWER_SECONDS);
    expect(ports.ping).toHaveBeenCalledTimes(1);
  });

  it('gives up a worker that answers for ever without moving', () => {
    const { ports, watchdog } = watched();
    ports.ping.mockImplementation(() => watchdog.heard(false));
    pass(NO_PROGRESS_MINUTES * 60 - 1);
    expect(ports.onNoProgress).not.toHaveBeenCalled();
    pass(1);
    expect(ports.onNoProgress).toHaveBeenCalledExactlyOnceWith(NO_PROGRESS_MINUTES);
    expect(ports.onNoAnswer).not.toHaveBeenCalled();
  });

  it('is content with a run that moves, and silent once disposed', () => {
    const { ports, watchdog } = watched();
    for (let minute = 0; minute < 2 * NO_PROGRESS_MINUTES; minute += 1) {
      pass(60);
      watchdog.heard(true);
    }
    expect(ports.onNoAnswer).not.toHaveBeenCalled();
    expect(ports.onNoProgress).not.toHaveBeenCalled();
    watchdog[Symbol.dispose]();
    pass(NO_PROGRESS_MINUTES * 60);
    expect(ports.onNoProgress).not.toHaveBeenCalled();
  });
});
