import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { theme as mantineTheme, resolveCssVariables } from './theme.ts';

export interface ColorSchemeProviderProps {
  /** Asked for by the address: it wins over what is stored, until the person chooses. */
  readonly theme: 'dark' | 'light' | undefined;
  readonly children: ReactNode;
}

/** The component library's theme, and the colour scheme: the address's, else the stored one, else the system's. */
export function ColorSchemeProvider({ theme, children }: ColorSchemeProviderProps) {
  const [manager] = useState(() => {
    const stored = localStorageColorSchemeManager({ key: 'microbatch-color-scheme' });
    return theme ? { ...stored, get: () => theme } : stored;
  });
  return (
    <MantineProvider
      theme={mantineTheme}
      cssVariablesResolver={resolveCssVariables}
      colorSchemeManager={manager}
      defaultColorScheme="auto"
    >
      {children}
    </MantineProvider>
  );
}
