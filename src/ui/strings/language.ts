/**
 * The words of the page, by language. A language is one object of the same shape as English; adding one means adding a
 * folder beside `en/` and a row to LANGUAGES, and the choice then appears in the header.
 */
import { english } from './en/english.ts';

export type Strings = typeof english;

export const LANGUAGES = { en: { name: 'English', strings: english } } as const satisfies Record<
  string,
  { readonly name: string; readonly strings: Strings }
>;

export type LanguageId = keyof typeof LANGUAGES;
