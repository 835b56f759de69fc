import { useEffect } from 'react';
import { useClient } from './client-context.ts';
import { runMainAction, runStep, useRunActions } from './run-actions.ts';
import { announce } from './stores/announcement-store.ts';
import { useStrings } from './strings/use-strings.ts';

/** Elements in which every key belongs to the person's typing. */
const TYPING = 'input, textarea, select, [contenteditable="true"], [role="dialog"]';
/** Elements that act on the space bar themselves. */
const USES_SPACE = 'button, a[href], summary, [role="button"], [role="tab"], [role="switch"], [role="option"]';
/** Elements that act on arrows themselves. */
const USES_ARROWS =
  '[role="slider"], [role="tab"], [role="radio"], [role="application"], [role="listbox"], [role="menu"]';

export type Shortcut = 'main' | 'slice' | 'update' | 'reset' | 'help';

/** A key press, and the element that has the focus. */
export interface KeyPress {
  readonly key: string;
  readonly shiftKey: boolean;
  /** With Control, Meta or Alt: the browser's or the system's, not ours. */
  readonly hasModifier: boolean;
  /** Held down. */
  readonly repeat: boolean;
  /** True where the focus is inside an element that the selector names. */
  readonly isInside: (selector: string) => boolean;
}

/** What a key means, or undefined where it belongs to the element that has the focus. */
export function shortcutOf({ key, shiftKey, hasModifier, repeat, isInside }: KeyPress): Shortcut | undefined {
  if (hasModifier || isInside(TYPING)) return undefined;
  if (key === ' ') return repeat || isInside(USES_SPACE) ? undefined : 'main';
  if (key === 'ArrowRight') {
    if (isInside(USES_ARROWS)) return undefined;
    return shiftKey ? 'update' : 'slice';
  }
  if (key === '?') return 'help';
  return key.toLowerCase() === 'r' && !shiftKey && !repeat ? 'reset' : undefined;
}

function keyPressOf(event: KeyboardEvent): KeyPress {
  const { key, shiftKey, repeat, target } = event;
  return {
    key,
    shiftKey,
    repeat,
    hasModifier: event.ctrlKey || event.metaKey || event.altKey,
    isInside: (selector) => target instanceof Element && target.closest(selector) !== null,
  };
}

/** The page's keys: space, →, ⇧→, R and ?. */
export function useShortcuts(onHelp: () => void): void {
  const client = useClient();
  const { actions } = useStrings().shell;
  const { obstacle, canStep, canReset } = useRunActions();
  useEffect(() => {
    const act: Record<Shortcut, () => void> = {
      main: () => (obstacle === undefined ? runMainAction(client) : announce(actions[obstacle])),
      slice: () => canStep && runStep(client, 'slice'),
      update: () => canStep && runStep(client, 'update'),
      reset: () => canReset && client.reset(),
      help: onHelp,
    };
    const onKeyDown = (event: KeyboardEvent) => {
      const shortcut = event.defaultPrevented ? undefined : shortcutOf(keyPressOf(event));
      if (!shortcut) return;
      event.preventDefault();
      act[shortcut]();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [client, actions, obstacle, canStep, canReset, onHelp]);
}
