/** Every way of searching by trying sizes, by the name that settings and the race use. */
import { bisect } from './bisect.ts';
import { doubling } from './doubling.ts';
import { halving } from './halving.ts';
import { power } from './power.ts';
import { shrinkByTenth } from './shrink-by-tenth.ts';
import type { SearchStrategy } from './strategy.ts';
import { utilisation } from './utilisation.ts';

export const SEARCH_STRATEGY_IDS = [
  'doubling',
  'utilisation',
  'halving',
  'shrink-by-tenth',
  'power',
  'bisect',
] as const;
export type SearchStrategyId = (typeof SEARCH_STRATEGY_IDS)[number];

export const SEARCH_STRATEGIES: { readonly [Id in SearchStrategyId]: SearchStrategy } = {
  doubling,
  utilisation,
  halving,
  'shrink-by-tenth': shrinkByTenth,
  power,
  bisect,
};
