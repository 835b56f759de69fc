import { useMemo } from 'react';
import { configField } from '../../core/config/config-table.ts';
import type { PlanReport } from '../../core/program/plan-report.ts';
import { useShownPlan } from '../stores/shown-plan.ts';
import { formatBytes, formatPercent } from '../strings/format.ts';
import { useStrings } from '../strings/use-strings.ts';
import { SearchChoice } from './SearchChoice.tsx';
import { SearchRace } from './SearchRace.tsx';
import { SearchStep } from './SearchStep.tsx';
import styles from './search-panel.module.css';
import { searchRows } from './search-rows.ts';

/** The search as a timeline: each size considered, its bytes against the budget, its verdict; then the choice. */
export function SearchPanel() {
  const { search } = useStrings().panels;
  const { report } = useShownPlan();
  if (!report) return <p className={styles.none}>{search.none}</p>;
  return (
    <>
      <div className={styles.panel}>
        <Timeline report={report} />
        <SearchChoice report={report} />
      </div>
      <SearchRace report={report} />
    </>
  );
}

/** How the sizes below were judged. */
function Lead({ report }: { readonly report: PlanReport }) {
  const { panels, controls } = useStrings();
  const { config, considered } = report;
  const name = controls.searches[config.search];
  if (considered.some(({ triedMs }) => triedMs !== undefined)) return <span>{panels.search.leadTried(name)}</span>;
  const isUntried = config.search !== 'planned' && configField('search').appliesTo(config);
  return <span>{isUntried ? panels.search.leadUntried(name) : panels.search.lead}</span>;
}

function Timeline({ report }: { readonly report: PlanReport }) {
  const { search } = useStrings().panels;
  const { rows, usableShare } = useMemo(() => searchRows(report), [report]);
  const { headroom } = report.config;
  return (
    <section className={styles.timeline} aria-label={search.list}>
      <p className={styles.lead}>
        <Lead report={report} />
        <span className={styles.gateKey}>
          <span className={styles.gateSample} />
          {search.budget(formatBytes(report.budgetBytes))}
          {headroom > 0 && `, ${search.usable(formatBytes(report.usableBytes), formatPercent(headroom))}`}
        </span>
      </p>
      <ol className={styles.steps}>
        {rows.map((row, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the order of the search is what identifies a step
          <SearchStep key={index} row={row} usableShare={usableShare} />
        ))}
      </ol>
    </section>
  );
}
