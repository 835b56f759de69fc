import { useEffect } from 'react';
import { redoWeather, undoWeather } from '../stores/weather-store.ts';

/** Elements that undo their own typing. */
const TYPING = 'input, textarea, [role="dialog"]';

/** While the weather is on show, Control or Command with Z undoes a change of it, and with Shift, or with Y, does it again. */
export function useHistoryKeys(): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const act = historyAct(event);
      if (!act || (event.target instanceof Element && event.target.closest(TYPING))) return;
      event.preventDefault();
      act();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, []);
}

function historyAct({ key, ctrlKey, metaKey, shiftKey, altKey }: KeyboardEvent): (() => void) | undefined {
  if ((!ctrlKey && !metaKey) || altKey) return undefined;
  const letter = key.toLowerCase();
  if (letter === 'y' || (letter === 'z' && shiftKey)) return redoWeather;
  return letter === 'z' ? undoWeather : undefined;
}
