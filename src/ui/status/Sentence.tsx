import type { FittingPlan, NotFittingPlan, PlanReport } from '../../core/program/plan-report.ts';
import { useClient } from '../client-context.ts';
import { writeBudget } from '../controls/budget-amount.ts';
import { smallestBudgetMiB } from '../controls/smallest-budget.ts';
import { useConfig } from '../stores/config-store.ts';
import { beginOrAsk } from '../stores/large-start-store.ts';
import { usePlan } from '../stores/plan-store.ts';
import { lastUpdate, updateSeries } from '../stores/run-series.ts';
import { useRun } from '../stores/run-store.ts';
import { isActive, lastRunReport, useShownPlan } from '../stores/shown-plan.ts';
import { bytesQuantity, formatBytes, formatBytesAtLeast, formatInteger } from '../strings/format.ts';
import type { Strings } from '../strings/language.ts';
import { useStrings } from '../strings/use-strings.ts';
import linkButton from '../styles/link-button.module.css';
import { Explained } from './Explained.tsx';
import classes from './Sentence.module.css';
import { slicesText } from './slices-text.ts';

type SentenceStrings = Strings['shell']['sentence'];

/** One sentence that is always true: the batch, how it is cut, what it takes, how far the run is. */
export function Sentence() {
  const { sentence } = useStrings().shell;
  const { report, source, formDiffers } = useShownPlan();
  const pending = usePlan((state) => state.pending);
  const phase = useRun((state) => state.phase);
  return (
    <div className={classes.root}>
      <p className={classes.sentence} data-pending={pending && source === 'form'} data-source={source}>
        {report ? <Parts report={report} source={source} /> : sentence.planning}
      </p>
      {report?.verdict === 'does-not-fit' && <Remedy report={report} />}
      {isActive(phase) && <Shortage />}
      {formDiffers && isActive(phase) ? <NextRun /> : <LastRun />}
    </div>
  );
}

function Parts({ report, source }: { readonly report: PlanReport; readonly source: 'run' | 'form' }) {
  return report.verdict === 'fits' ? <Fitting report={report} source={source} /> : <NotFitting report={report} />;
}

function Fitting({ report, source }: { readonly report: PlanReport & FittingPlan; readonly source: 'run' | 'form' }) {
  const { sentence } = useStrings().shell;
  const { terms } = sentence;
  const sizes = slicesText(report.slices);
  const steps = formatInteger(report.accumulationSteps);
  const peak = bytesQuantity(report.peakBytes);
  const budget = bytesQuantity(report.budgetBytes);
  return (
    <>
      <span className={classes.cut}>
        <Explained what={terms.batch}>
          {sentence.batch} <b>{formatInteger(report.batch)}</b>
        </Explained>{' '}
        ={' '}
        <Explained what={terms.slices(steps)}>
          {sizes === undefined ? (
            <b>{sentence.whole}</b>
          ) : (
            <>
              <b>{sentence.slices(steps)}</b> <span className={classes.sizes}>({sizes})</span>
            </>
          )}
        </Explained>
        {sizes !== undefined && report.config.accumulation === 'one-backward' && (
          <>
            {', '}
            <Explained what={terms.oneBackward}>
              <b>{sentence.oneBackward}</b>
            </Explained>
          </>
        )}
      </span>
      <Dot />
      <span className={classes.part}>
        <Explained what={terms.peak}>
          {sentence.peak} <b>{peak.value}</b>
          {peak.unit !== budget.unit && <Unit>{peak.unit}</Unit>}
        </Explained>{' '}
        <Explained what={terms.budget}>
          {sentence.of} <b>{budget.value}</b>
          <Unit>{budget.unit}</Unit>
        </Explained>
      </span>
      {source === 'run' && <UpdatePart />}
    </>
  );
}

/** How far the run is. */
function UpdatePart() {
  const { sentence } = useStrings().shell;
  const total = useRun((state) => state.summary?.totalUpdates);
  if (total === undefined) return null;
  return (
    <>
      <Dot />
      <span className={classes.part}>
        <Explained what={sentence.terms.update}>
          {sentence.update} <UpdateNumber /> {sentence.of} {formatInteger(total)}
        </Explained>
      </span>
    </>
  );
}

/** Its own component: it is drawn up to ten times a second, and the explanation round it is not. */
function UpdateNumber() {
  // A run that goes on has curves before it has a slice.
  const update = useRun(({ slice, phase }) => slice?.update ?? lastUpdate() + (phase === 'training' ? 1 : 0));
  return <b>{formatInteger(update)}</b>;
}

function NotFitting({ report }: { readonly report: PlanReport & NotFittingPlan }) {
  const { sentence } = useStrings().shell;
  return (
    <>
      <span className={classes.part} data-tone="refused">
        {sentence.doesNotFit(
          formatInteger(report.batch),
          formatBytes(report.budgetBytes),
          report.usableBytes < report.budgetBytes ? formatBytes(report.usableBytes) : undefined,
        )}
      </span>
      <Dot />
      <span className={classes.cut}>
        {report.peakBytes > report.usableBytes ? needText(report, sentence) : report.failure.message}
      </span>
    </>
  );
}

function needText(
  { peakBytes, batch, failure, config }: PlanReport & NotFittingPlan,
  sentence: SentenceStrings,
): string {
  const need = formatBytesAtLeast(peakBytes);
  if (failure.code === 'whole-batch-does-not-fit' && config.accumulation !== 'accumulate') {
    return sentence.doesNotFitWhole[config.accumulation](need);
  }
  if (config.microBatch === 'auto') return sentence.doesNotFitNeed(need);
  return sentence.doesNotFitFixed(formatInteger(Math.min(config.microBatch, batch)), need);
}

/** Why the run on the device waits, where its budget holds nothing. */
function Shortage() {
  const { sentence } = useStrings().shell;
  const failure = useRun((state) => state.shortage);
  if (!failure) return null;
  return (
    <p className={classes.shortage} role="alert">
      {sentence.shortage(failure.message)}
    </p>
  );
}

/** Where the controls stand in a sheet, what repairs a budget that holds nothing stands here too. */
function Remedy({ report }: { readonly report: PlanReport & NotFittingPlan }) {
  const { controls } = useStrings();
  const update = useConfig((state) => state.update);
  const smallest = smallestBudgetMiB(report);
  return (
    <p className={classes.remedy}>
      {smallest === undefined ? (
        report.failure.remedy
      ) : (
        <button type="button" className={linkButton.link} onClick={() => update({ budgetMiB: smallest })}>
          {controls.smallestBudgetOf(writeBudget(smallest).replace(' ', '\u00a0'))}
        </button>
      )}
    </p>
  );
}

/** Shown while a run is on and the form has left it. */
function NextRun() {
  const { sentence } = useStrings().shell;
  const client = useClient();
  const report = usePlan((state) => state.report);
  if (!report) return null;
  const batch = formatInteger(report.batch);
  const text =
    report.verdict === 'fits'
      ? sentence.nextRunFits(
          batch,
          report.accumulationSteps === 1 ? sentence.whole : sentence.slices(formatInteger(report.accumulationSteps)),
          formatBytes(report.peakBytes),
        )
      : sentence.nextRunDoesNotFit(batch, formatBytes(report.budgetBytes));
  return (
    <p className={classes.next}>
      {sentence.nextRun} {text}.{' '}
      {report.verdict === 'fits' && (
        <button type="button" className={linkButton.link} onClick={() => beginOrAsk(client.start)}>
          {sentence.startNext}
        </button>
      )}
    </p>
  );
}

/** Shown after a run whose curves are still there, once the form has left it. */
function LastRun() {
  const { sentence } = useStrings().shell;
  const phase = useRun((state) => state.phase);
  const config = useRun((state) => state.config);
  const report = useRun((state) => state.report);
  const form = useConfig((state) => state.config);
  useRun((state) => state.seriesVersion);
  const last = lastRunReport({ phase, ...(config && { config }), ...(report && { report }) }, form);
  if (!last || updateSeries.length === 0) return null;
  return <p className={classes.next}>{sentence.lastRun(formatInteger(last.batch), formatBytes(last.budgetBytes))}</p>;
}

function Dot() {
  return (
    <span className={classes.dot} aria-hidden="true">
      {' · '}
    </span>
  );
}

function Unit({ children }: { readonly children: string }) {
  return <span className={classes.unit}>{`\u00a0${children}`}</span>;
}
