import { describe, expect, it } from 'vitest';
import { clockText, logText, logWindow } from '../../../../src/ui/panels/log-window.ts';

const entry = (atMs: number, text: string) => ({ atMs, update: 3, level: 'info', text }) as const;

describe('events log', () => {
  it('shows the newest entries first, at most 200, and counts the rest', () => {
    const log = Array.from({ length: 250 }, (_, index) => entry(index, `event ${index}`));
    const { shown, earlier } = logWindow(log);
    expect(shown).toHaveLength(200);
    expect(shown[0]?.entry.text).toBe('event 249');
    expect(shown.at(-1)).toMatchObject({ index: 50, entry: { text: 'event 50' } });
    expect(earlier).toBe(50);
  });

  it('writes times as a clock with tenths', () => {
    expect([0, 5349, 65_000, 59_960, 3_727_000].map(clockText)).toEqual([
      '0:00.0',
      '0:05.3',
      '1:05.0',
      '1:00.0',
      '1:02:07.0',
    ]);
  });

  it('saves every entry, oldest first, one a line', () => {
    expect(logText([entry(0, 'Loaded.'), entry(900, 'Compiled.')])).toBe(
      '0:00.0\tinfo\tupdate 3\tLoaded.\n0:00.9\tinfo\tupdate 3\tCompiled.\n',
    );
  });
});
