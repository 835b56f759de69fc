import type { FittingPlan, PlanReport } from '../../core/program/plan-report.ts';
import { expandSlices, sliceSizesText } from '../ribbon/ribbon-progress.ts';
import { Explained } from '../status/Explained.tsx';
import { formatBytes, formatInteger } from '../strings/format.ts';
import type { Strings } from '../strings/language.ts';
import { useStrings } from '../strings/use-strings.ts';
import styles from './search-panel.module.css';

/** What the search chose and why, and where its bytes come from. */
export function SearchChoice({ report }: { readonly report: PlanReport }) {
  const words = useStrings();
  const { search } = words.panels;
  const fits = report.verdict === 'fits';
  return (
    <section className={styles.choice} aria-labelledby="search-choice">
      <h3 className={styles.heading} id="search-choice">
        {fits ? search.choice.title : search.choice.doesNotFit}
      </h3>
      <p className={styles.reason}>{fits ? choiceText(report, words) : report.reason}</p>
      {!isOfWholeBatch(report) && <Formula report={report} size={fits ? report.microBatch : smallestSize(report)} />}
      {fits && <Facts report={report} />}
    </section>
  );
}

/** Where all slices wait for one backward pass, bytes are not those of a slice. */
function isOfWholeBatch({ config }: PlanReport): boolean {
  return config.accumulation === 'one-backward';
}

/** The size whose bytes a plan that does not fit reports. */
function smallestSize(report: PlanReport): number {
  if (report.config.accumulation === 'full-batch') return report.batch;
  return report.config.microBatch === 'auto' ? 1 : report.config.microBatch;
}

function choiceText(report: PlanReport & FittingPlan, { panels, controls }: Strings): string {
  const words = panels.search.choice;
  const { capacity, batch, lastBatch, config, accumulationSteps } = report;
  const isTried = report.considered.some(({ triedMs }) => triedMs !== undefined);
  const examples = (count: number) => formatInteger(count);
  const sentences = [
    accumulationSteps === 1
      ? words.wholeBatch(examples(batch))
      : config.microBatch === 'auto'
        ? isTried
          ? words.tried(examples(capacity), controls.searches[config.search])
          : words.capacity(examples(capacity))
        : words.fixed(examples(config.microBatch)),
  ];
  if (accumulationSteps > 1) {
    const sizes = sliceSizesText(expandSlices(report.slices));
    sentences.push(words.balanced(examples(batch), examples(accumulationSteps), sizes));
  }
  if (lastBatch !== batch) sentences.push(words.lastBatch(examples(lastBatch)));
  return sentences.join(' ');
}

interface FormulaProps {
  readonly report: PlanReport;
  readonly size: number;
}

/** fixed bytes + bytes per example × size: about what is planned. */
function Formula({ report, size }: FormulaProps) {
  const { formula } = useStrings().panels.search;
  const { fixedBytes, bytesPerExample, peakBytes } = report;
  return (
    <div className={styles.formula}>
      <h4 className={styles.formulaTitle}>{formula.title}</h4>
      <span className={styles.term}>
        <span className={styles.termValue}>{formatBytes(fixedBytes)}</span>
        <Explained what={formula.fixedHint}>{formula.fixed}</Explained>
      </span>
      <span className={styles.operator}>+</span>
      <span className={styles.term}>
        <span className={styles.termValue}>{formatBytes(bytesPerExample)}</span>
        <Explained what={formula.perExampleHint}>{formula.perExample}</Explained>
      </span>
      <span className={styles.operator}>×</span>
      <span className={styles.term}>
        <span className={styles.termValue}>{formatInteger(size)}</span>
        <span>{formula.size(size)}</span>
      </span>
      <span className={styles.operator}>{formula.about}</span>
      <span className={styles.term}>
        <span className={styles.termValue}>{formatBytes(peakBytes)}</span>
        <Explained what={formula.plannedHint}>{formula.planned}</Explained>
      </span>
    </div>
  );
}

function Facts({ report }: { readonly report: PlanReport & FittingPlan }) {
  const { facts } = useStrings().panels.search;
  const rows = [
    [facts.free, facts.freeHint, formatBytes(report.budgetBytes - report.peakBytes)],
    [facts.lowerBound, facts.lowerBoundHint, formatBytes(report.lowerBoundBytes)],
    [facts.largestBuffer, facts.largestBufferHint, formatBytes(report.largestBufferBytes)],
    [facts.dispatches, facts.dispatchesHint, formatInteger(report.dispatches)],
    [facts.evaluation, facts.evaluationHint, formatInteger(report.evaluationMicroBatch)],
  ] as const;
  return (
    <dl className={styles.facts}>
      {rows.map(([name, hint, value]) => (
        <div className={styles.fact} key={name}>
          <dt>
            <Explained what={hint}>{name}</Explained>
          </dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
