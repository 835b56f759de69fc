import { describe, expect, it } from 'vitest';
import { type ScreenLock, type ScreenLockState, ScreenWakeLock } from '../../../src/ui/screen-wake-lock.ts';

/** A browser's lock of the screen: `taken` is what the browser does when the page is hidden. */
class FakeLock implements ScreenLock {
  isReleased = false;
  #listeners: (() => void)[] = [];
  addEventListener(_: 'release', listener: () => void): void {
    this.#listeners.push(listener);
  }
  async release(): Promise<void> {
    this.taken();
  }
  taken(): void {
    this.isReleased = true;
    for (const listener of this.#listeners.splice(0)) listener();
  }
}

function setUp() {
  const locks: FakeLock[] = [];
  const states: ScreenLockState[] = [];
  const answers: ((lock: ScreenLock) => void)[] = [];
  const browser = { isVisible: true, refuses: false, isSlow: false, asked: 0 };
  const screen = new ScreenWakeLock({
    isVisible: () => browser.isVisible,
    onState: (state) => states.push(state),
    request: async () => {
      browser.asked += 1;
      if (browser.refuses) throw new DOMException('low battery', 'NotAllowedError');
      const lock = new FakeLock();
      locks.push(lock);
      return browser.isSlow ? new Promise<ScreenLock>((resolve) => answers.push(() => resolve(lock))) : lock;
    },
  });
  const answer = () => {
    for (const each of answers.splice(0)) each(new FakeLock());
  };
  return { screen, locks, states, browser, answer };
}

/** Everything that can go on has gone on. */
const settled = () => new Promise<void>((resolve) => setTimeout(resolve, 0));

describe('screen wake lock', () => {
  it('is asked for once while it is wanted, and given back when it is not', async () => {
    const { screen, locks, states, browser } = setUp();
    screen.want(true);
    screen.want(true);
    await settled();
    expect({ asked: browser.asked, last: states.at(-1) }).toEqual({ asked: 1, last: 'held' });
    screen.want(false);
    expect({ isReleased: locks[0]?.isReleased, last: states.at(-1) }).toEqual({ isReleased: true, last: 'idle' });
  });

  it('is asked for again when a page is seen that was hidden, and not while it is hidden', async () => {
    const { screen, locks, states, browser } = setUp();
    screen.want(true);
    await settled();
    browser.isVisible = false;
    locks[0]?.taken();
    screen.visibilityChanged();
    await settled();
    expect({ asked: browser.asked, last: states.at(-1) }).toEqual({ asked: 1, last: 'idle' });
    browser.isVisible = true;
    screen.visibilityChanged();
    await settled();
    expect({ asked: browser.asked, last: states.at(-1) }).toEqual({ asked: 2, last: 'held' });
  });

  it('is not asked for by a run that begins while the page is hidden, until it is seen', async () => {
    const { screen, browser } = setUp();
    browser.isVisible = false;
    screen.want(true);
    await settled();
    expect(browser.asked).toBe(0);
    browser.isVisible = true;
    screen.visibilityChanged();
    await settled();
    expect(browser.asked).toBe(1);
  });

  it('says that the browser refused, and asks again only when something changes', async () => {
    const { screen, states, browser } = setUp();
    browser.refuses = true;
    screen.want(true);
    await settled();
    expect({ asked: browser.asked, last: states.at(-1) }).toEqual({ asked: 1, last: 'refused' });
    browser.refuses = false;
    screen.visibilityChanged();
    await settled();
    expect(states.at(-1)).toBe('held');
  });

  it('says that the browser took it while the page is seen', async () => {
    const { screen, locks, states } = setUp();
    screen.want(true);
    await settled();
    locks[0]?.taken();
    expect(states.at(-1)).toBe('refused');
  });

  it('is given back at once where the answer comes when it is wanted no more', async () => {
    const { screen, locks, states, browser, answer } = setUp();
    browser.isSlow = true;
    screen.want(true);
    screen.want(false);
    answer();
    await settled();
    expect({ isReleased: locks[0]?.isReleased, last: states.at(-1) }).toEqual({ isReleased: true, last: 'idle' });
  });

  it('is one lock, however often it is wanted while the browser thinks', async () => {
    const { screen, locks, states, browser, answer } = setUp();
    browser.isSlow = true;
    for (const isWanted of [true, false, true]) screen.want(isWanted);
    answer();
    await settled();
    expect({ asked: browser.asked, locks: locks.length, last: states.at(-1) }).toEqual({
      asked: 1,
      locks: 1,
      last: 'held',
    });
    expect(locks[0]?.isReleased).toBe(false);
  });

  it('says where the browser has none', () => {
    const states: ScreenLockState[] = [];
    const screen = new ScreenWakeLock({
      request: undefined,
      isVisible: () => true,
      onState: (state) => states.push(state),
    });
    screen.want(true);
    expect(states).toEqual(['unsupported']);
  });
});
