import { configField } from '../../src/core/config/config-table.ts';
import type { PlanReport } from '../../src/core/program/plan-report.ts';

/** What a plan without a device cannot tell: what a search finds that tries sizes on one. Undefined for other searches. */
export function searchNote({ config, considered }: Pick<PlanReport, 'config' | 'considered'>): string | undefined {
  const isTried = considered.some(({ triedMs }) => triedMs !== undefined);
  if (config.search === 'planned' || isTried || !configField('search').appliesTo(config)) return undefined;
  return `Search: ${config.search} tries sizes on a device when a run starts; this is what planned finds.`;
}
