import type { Page } from '@playwright/test';

export interface RecordedPhases {
  /** Phases in the order they were shown. */
  readonly phases: readonly string[];
  /** What was announced, in order. */
  readonly announcements: readonly string[];
}

/** From now on keeps every phase that the page shows, however short it is. */
export async function recordPhases(page: Page): Promise<void> {
  await page.evaluate(() => {
    const phases: string[] = [];
    const announcements: string[] = [];
    const note = (list: string[], text: string | null | undefined) => {
      if (text && list.at(-1) !== text) list.push(text);
    };
    new MutationObserver(() => {
      note(phases, document.querySelector('[data-phase]')?.getAttribute('data-phase'));
      note(announcements, document.querySelector('[role="status"][aria-live="polite"]')?.textContent);
    }).observe(document.body, { subtree: true, childList: true, characterData: true, attributeFilter: ['data-phase'] });
    Reflect.set(window, 'recordedPhases', { phases, announcements });
  });
}

export function recordedPhases(page: Page): Promise<RecordedPhases> {
  return page.evaluate(() => {
    const recorded: RecordedPhases = Reflect.get(window, 'recordedPhases');
    return recorded;
  });
}
