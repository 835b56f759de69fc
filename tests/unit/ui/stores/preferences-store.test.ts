import { beforeEach, describe, expect, it } from 'vitest';
import { prefer, preferencesStore, readPreferences } from '../../../../src/ui/stores/preferences-store.ts';

const NONE = { isSmooth: false, isScreenKeptOn: false };

function memory(text?: string) {
  const kept = { text: text ?? null };
  const setItem = (_: string, value: string) => {
    kept.text = value;
  };
  return { kept, storage: { getItem: () => kept.text, setItem } };
}

describe('preferences', () => {
  beforeEach(() => preferencesStore.setState(NONE, true));

  it('are all off where nothing is kept', () => {
    expect(readPreferences(memory().storage)).toEqual(NONE);
    expect(readPreferences(undefined)).toEqual(NONE);
  });

  it('are kept, and read again', () => {
    const { storage } = memory();
    prefer({ isSmooth: true }, storage);
    prefer({ isScreenKeptOn: true }, storage);
    expect(readPreferences(storage)).toEqual({ isSmooth: true, isScreenKeptOn: true });
  });

  it.each(['', '{', 'null', '[]', '{"isSmooth":"yes","isScreenKeptOn":true}', '{"isSmooth":true}'])(
    'are off where what is kept is none: %s',
    (text) => {
      expect(readPreferences(memory(text).storage)).toEqual(NONE);
    },
  );

  it('hold on a page whose storage refuses', () => {
    const refuse = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
    prefer({ isSmooth: true }, { getItem: refuse, setItem: refuse });
    expect(preferencesStore.getState().isSmooth).toBe(true);
    expect(readPreferences({ getItem: refuse, setItem: refuse })).toEqual(NONE);
  });
});
