/** The page's address: it holds the configuration, seed included, so that opening it reproduces the run. */
import { configFromSearch, configToSearch } from '../core/config/config-url.ts';
import type { ParsedConfig } from '../core/config/parse-config.ts';
import type { TrainingConfig } from '../core/config/training-config.ts';
import { configStore } from './stores/config-store.ts';

/** Milliseconds between two changes of the address; browsers refuse more than about 100 in 30 s. */
const WRITE_INTERVAL_MS = 400;

export interface Address extends ParsedConfig {
  /** `start=1`: begin at once. */
  readonly start: boolean;
  /** `theme=dark` or `theme=light`. */
  readonly theme: 'dark' | 'light' | undefined;
}

/** Reads a query, with or without its question mark. Never throws. */
export function readAddress(search: string): Address {
  const params = new URLSearchParams(search);
  const theme = params.get('theme');
  return {
    ...configFromSearch(search),
    start: params.get('start') === '1',
    theme: theme === 'dark' || theme === 'light' ? theme : undefined,
  };
}

/** The address that reproduces a configuration on this page. */
export function linkTo(config: TrainingConfig, page: string): string {
  const url = new URL(page);
  url.search = configToSearch(config);
  url.hash = '';
  return url.href;
}

/** Keeps the address up with the form, without adding to the history. Returns the function that ends it. */
export function writeAddress(): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const write = () => {
    timer = undefined;
    const params = new URLSearchParams(configToSearch(configStore.getState().config));
    const { theme } = readAddress(location.search);
    if (theme) params.set('theme', theme);
    replaceSearch(params);
  };
  const unsubscribe = configStore.subscribe((state, previous) => {
    if (state.config !== previous.config) timer ??= setTimeout(write, WRITE_INTERVAL_MS);
  });
  return () => {
    clearTimeout(timer);
    unsubscribe();
  };
}

/** Takes `theme` out of the address: the person has chosen, and the choice is stored. */
export function dropTheme(): void {
  const params = new URLSearchParams(location.search);
  if (!params.has('theme')) return;
  params.delete('theme');
  replaceSearch(params);
}

function replaceSearch(params: URLSearchParams): void {
  history.replaceState(history.state, '', `?${params}${location.hash}`);
}
