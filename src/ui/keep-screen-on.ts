import { type ScreenLock, ScreenWakeLock } from './screen-wake-lock.ts';
import { preferencesStore } from './stores/preferences-store.ts';
import { runStore } from './stores/run-store.ts';
import { screenLockStore } from './stores/screen-lock-store.ts';
import { isActive } from './stores/shown-plan.ts';

/** Keeps the screen on while a run computes, where the person wants that. Returns the function that ends it. */
export function keepScreenOn(request: (() => Promise<ScreenLock>) | undefined = browserRequest()): () => void {
  const lock = new ScreenWakeLock({
    request,
    isVisible: () => document.visibilityState === 'visible',
    onState: (state) => screenLockStore.setState({ state }),
  });
  const follow = () => {
    const { phase } = runStore.getState();
    lock.want(preferencesStore.getState().isScreenKeptOn && isActive(phase) && phase !== 'paused');
  };
  const onVisibility = () => lock.visibilityChanged();
  document.addEventListener('visibilitychange', onVisibility);
  const ends = [runStore.subscribe(follow), preferencesStore.subscribe(follow)];
  follow();
  return () => {
    for (const end of ends) end();
    document.removeEventListener('visibilitychange', onVisibility);
    lock.want(false);
  };
}

function browserRequest(): (() => Promise<ScreenLock>) | undefined {
  // The library's types know it everywhere; insecure pages and older browsers lack it.
  const wakeLock: WakeLock | undefined = navigator.wakeLock;
  return wakeLock && (() => wakeLock.request('screen'));
}
