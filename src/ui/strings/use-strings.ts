import { createContext, use } from 'react';
import { LANGUAGES, type Strings } from './language.ts';

export const StringsContext = createContext<Strings>(LANGUAGES.en.strings);

/** The words of the language the page is shown in. */
export function useStrings(): Strings {
  return use(StringsContext);
}
