import type { SizeVerdict } from '../../core/program/plan-report.ts';
import { formatBytes, formatInteger } from '../strings/format.ts';
import type { Strings } from '../strings/language.ts';

/** Why a size was taken or refused. */
export function verdictText(
  verdict: SizeVerdict,
  isChosen: boolean,
  { verdicts }: Pick<Strings['panels']['search'], 'verdicts'>,
): string {
  switch (verdict.type) {
    case 'fits':
      return isChosen ? verdicts.chosen : verdicts.fits;
    case 'over-budget':
      return verdicts.overBudget(formatBytes(verdict.overBytes));
    case 'over-limit': {
      const isBytes = verdict.limit !== 'maxComputeWorkgroupsPerDimension';
      const amount = isBytes ? formatBytes : formatInteger;
      return verdicts.overLimit(verdict.limit, amount(verdict.asked), amount(verdict.allowed));
    }
    case 'out-of-memory':
      return verdicts.outOfMemory;
    default:
      return verdict satisfies never;
  }
}
