import {
  type CSSVariablesResolver,
  createTheme,
  defaultVariantColorsResolver,
  type MantineColorsTuple,
  Tooltip,
  type VariantColorsResolver,
} from '@mantine/core';

/** Shades of the accent for the few parts of the component library that want ten; the page itself reads tokens.css. */
const ACCENT_SHADES: MantineColorsTuple = [
  '#eef1fe',
  '#dde3fb',
  '#bac5f6',
  '#95a6f2',
  '#748aee',
  '#5a73e6',
  '#3451d1',
  '#2a43b3',
  '#22378f',
  '#1a2b70',
];

/** The library writes white on the accent in both schemes; the dark accent is light and needs dark text. */
const resolveVariantColors: VariantColorsResolver = (input) => {
  const colors = defaultVariantColorsResolver(input);
  return input.variant === 'filled' ? { ...colors, color: 'var(--on-accent)' } : colors;
};

/** Id of the element that hints are put into. It lies inside a landmark, as everything that people read should. */
export const TIPS_ID = 'tips';

export const theme = createTheme({
  primaryColor: 'accent',
  primaryShade: { light: 6, dark: 3 },
  colors: { accent: ACCENT_SHADES },
  fontFamily: 'var(--font-sans)',
  fontFamilyMonospace: 'var(--font-mono)',
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  focusRing: 'auto',
  variantColorResolver: resolveVariantColors,
  components: { Tooltip: Tooltip.extend({ defaultProps: { portalProps: { target: `#${TIPS_ID}` } } }) },
});

const SHARED = {
  '--mantine-color-body': 'var(--surface-page)',
  '--mantine-color-text': 'var(--text)',
  '--mantine-color-dimmed': 'var(--text-muted)',
  '--mantine-color-default': 'var(--surface-panel)',
  '--mantine-color-default-hover': 'var(--surface-sunken)',
  '--mantine-color-default-color': 'var(--text)',
  '--mantine-color-default-border': 'var(--border)',
  '--mantine-color-placeholder': 'var(--text-muted)',
  '--mantine-color-error': 'var(--danger)',
  '--mantine-color-disabled': 'var(--surface-sunken)',
  '--mantine-color-disabled-color': 'var(--text-muted)',
  '--mantine-primary-color-filled': 'var(--accent)',
  '--mantine-primary-color-filled-hover': 'var(--accent-hover)',
  '--mantine-primary-color-light': 'var(--accent-soft)',
  '--mantine-primary-color-light-hover': 'var(--accent-soft)',
  '--mantine-primary-color-light-color': 'var(--accent)',
  '--mantine-primary-color-contrast': 'var(--on-accent)',
  '--mantine-color-accent-filled': 'var(--accent)',
  '--mantine-color-accent-filled-hover': 'var(--accent-hover)',
  '--mantine-color-accent-light': 'var(--accent-soft)',
  '--mantine-color-accent-light-hover': 'var(--accent-soft)',
  '--mantine-color-accent-light-color': 'var(--accent)',
  '--mantine-color-accent-contrast': 'var(--on-accent)',
  '--mantine-color-accent-text': 'var(--accent)',
};

/** Points the component library's colours at tokens.css, in both colour schemes. */
export const resolveCssVariables: CSSVariablesResolver = () => ({ variables: {}, light: SHARED, dark: SHARED });
