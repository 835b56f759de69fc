import { IconAlertTriangle, IconCheck, IconX } from '@tabler/icons-react';
import type { SizeVerdict } from '../../core/program/plan-report.ts';
import { formatBytes, formatInteger } from '../strings/format.ts';
import { useStrings } from '../strings/use-strings.ts';
import styles from './search-panel.module.css';
import type { SearchRow } from './search-rows.ts';
import { timeText } from './time-text.ts';
import { verdictText } from './verdict-text.ts';

const ICON = { size: 16, stroke: 2 } as const;

export interface SearchStepProps {
  readonly row: SearchRow;
  readonly usableShare: number;
}

/** One size of the search: how many examples, how many bytes, and what came of it. */
export function SearchStep({ row, usableShare }: SearchStepProps) {
  const { search } = useStrings().panels;
  const { considered, isChosen } = row;
  const { microBatch, peakBytes, verdict, planMs, triedMs } = considered;
  return (
    <li className={styles.step} data-chosen={isChosen} data-verdict={verdict.type}>
      <span className={styles.size}>{search.examples(formatInteger(microBatch))}</span>
      <span className={styles.track} aria-hidden="true">
        <span className={styles.fixed} style={{ width: `${100 * row.fixedShare}%` }} />
        <span className={styles.examples} data-cut={row.isCut} style={{ width: `${100 * row.examplesShare}%` }} />
        <span className={styles.gate} style={{ insetInlineStart: `${100 * usableShare}%` }} />
      </span>
      <span className={styles.bytes}>{peakBytes > 0 ? formatBytes(peakBytes) : search.notPlanned}</span>
      <span className={styles.verdict}>
        <VerdictIcon verdict={verdict} />
        <span>
          {verdictText(verdict, isChosen, search)}
          <span className={styles.planTime}>
            {triedMs === undefined
              ? search.planTime(timeText(planMs, search.underOneMs))
              : search.tryTime(timeText(triedMs, search.underOneMs))}
          </span>
        </span>
      </span>
    </li>
  );
}

function VerdictIcon({ verdict }: { readonly verdict: SizeVerdict }) {
  switch (verdict.type) {
    case 'fits':
      return <IconCheck {...ICON} aria-hidden="true" />;
    case 'over-budget':
    case 'over-limit':
      return <IconX {...ICON} aria-hidden="true" />;
    case 'out-of-memory':
      return <IconAlertTriangle {...ICON} aria-hidden="true" />;
    default:
      return verdict satisfies never;
  }
}
