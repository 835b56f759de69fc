import { describe, expect, it } from 'vitest';
import { type KeyPress, shortcutOf } from '../../../src/ui/use-shortcuts.ts';

/** A key on an element that selectors naming `role` match. */
function press(key: string, change: Partial<KeyPress> = {}, role?: string): KeyPress {
  return {
    key,
    shiftKey: false,
    hasModifier: false,
    repeat: false,
    isInside: (selector) => role !== undefined && selector.includes(role),
    ...change,
  };
}

describe('shortcuts', () => {
  it.each([
    [' ', {}, 'main'],
    ['ArrowRight', {}, 'slice'],
    ['ArrowRight', { shiftKey: true }, 'update'],
    ['r', {}, 'reset'],
    ['R', {}, 'reset'],
    ['?', { shiftKey: true }, 'help'],
  ] as const)('%s with %o means %s', (key, change, meaning) => {
    expect(shortcutOf(press(key, change))).toBe(meaning);
  });

  it.each([' ', 'ArrowRight', 'r', '?'])('%s is typed, not obeyed, in a field or a dialog', (key) => {
    expect(shortcutOf(press(key, {}, 'textarea'))).toBeUndefined();
    expect(shortcutOf(press(key, {}, 'dialog'))).toBeUndefined();
  });

  it('a button keeps the space bar, a slider its arrows', () => {
    expect(shortcutOf(press(' ', {}, 'button'))).toBeUndefined();
    expect(shortcutOf(press('ArrowRight', {}, 'slider'))).toBeUndefined();
    expect(shortcutOf(press('ArrowRight', {}, 'button'))).toBe('slice');
  });

  it('the browser keeps its own: reload is not reset', () => {
    expect(shortcutOf(press('r', { hasModifier: true }))).toBeUndefined();
  });

  it('a held space bar starts and pauses once', () => {
    expect(shortcutOf(press(' ', { repeat: true }))).toBeUndefined();
  });
});
