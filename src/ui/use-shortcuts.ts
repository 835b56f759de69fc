import { useEffect } from 'react';
import { useClient } from './client-context.ts';
import { runMainAction, useRunActions } from './run-actions.ts';

/** Elements in which every key belongs to the person's typing. */
const TYPING = 'input, textarea, select, [contenteditable="true"], [role="dialog"]';
/** Elements that act on the space bar themselves. */
const USES_SPACE = 'button, a[href], summary, [role="button"], [role="tab"], [role="switch"], [role="option"]';
/** Elements that act on arrows themselves. */
const USES_ARROWS =
  '[role="slider"], [role="tab"], [role="radio"], [role="application"], [role="listbox"], [role="menu"]';

export type Shortcut = 'main' | 'slice' | 'update' | 'reset' | 'help';

/** What a key means, or undefined where it belongs to the element that has the focus. */
export function shortcutOf(event: KeyboardEvent): Shortcut | undefined {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return undefined;
  const target = event.target instanceof Element ? event.target : undefined;
  if (target?.closest(TYPING)) return undefined;
  if (event.key === ' ') return event.repeat || target?.closest(USES_SPACE) ? undefined : 'main';
  if (event.key === 'ArrowRight') {
    if (target?.closest(USES_ARROWS)) return undefined;
    return event.shiftKey ? 'update' : 'slice';
  }
  if (event.key === '?') return 'help';
  return event.key.toLowerCase() === 'r' && !event.shiftKey ? 'reset' : undefined;
}

/** The page's keys: space, →, ⇧→, R and ?. */
export function useShortcuts(onHelp: () => void): void {
  const client = useClient();
  const { obstacle, canStep, canReset } = useRunActions();
  useEffect(() => {
    const act: Record<Shortcut, () => void> = {
      main: () => obstacle === undefined && runMainAction(client),
      slice: () => canStep && client.step('slice'),
      update: () => canStep && client.step('update'),
      reset: () => canReset && client.reset(),
      help: onHelp,
    };
    const onKeyDown = (event: KeyboardEvent) => {
      const shortcut = shortcutOf(event);
      if (!shortcut) return;
      event.preventDefault();
      act[shortcut]();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [client, obstacle, canStep, canReset, onHelp]);
}
