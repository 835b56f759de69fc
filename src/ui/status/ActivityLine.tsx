import { useDebouncedValue } from '@mantine/hooks';
import type { TrainingPhase } from '../../core/training-phase.ts';
import type { ActivityProgress } from '../../protocol/events.ts';
import { useRibbonView } from '../ribbon/use-ribbon-view.ts';
import { usePlan } from '../stores/plan-store.ts';
import { evaluationSeries, updateSeries } from '../stores/run-series.ts';
import { useRun } from '../stores/run-store.ts';
import { isActive } from '../stores/shown-plan.ts';
import { formatBytes, formatElapsed, formatInteger, formatPercent, formatSignificant } from '../strings/format.ts';
import type { Strings } from '../strings/language.ts';
import { useStrings } from '../strings/use-strings.ts';
import classes from './ActivityLine.module.css';
import { useRunClock } from './use-run-clock.ts';

/** A plan that takes longer is said to be on its way. */
const LATE_MS = 250;

/** One line of fixed height: what is being done, how far it is, how long it has taken. */
export function ActivityLine() {
  const { terms, shell } = useStrings();
  const phase = useRun((state) => state.phase);
  const activity = useRun((state) => state.activity);
  const asked = useRun((state) => state.asked);
  const elapsedMs = useRunClock();
  if (phase === 'idle') return <IdleLine />;
  const share = activity && activity.total > 0 ? Math.min(1, activity.done / activity.total) : undefined;
  const isBusy = isActive(phase) && phase !== 'training' && phase !== 'paused';
  return (
    <div className={classes.line} data-failed={phase === 'failed'}>
      <span className={classes.phase}>{asked ? askedText(asked, phase, shell.activity) : terms.phases[phase]}</span>
      {isBusy && activity && <Count activity={activity} />}
      {!isBusy && <Latest />}
      <span className={classes.elapsed}>{formatElapsed(elapsedMs)}</span>
      <div className={classes.track} data-shown={isBusy} aria-hidden="true">
        <div
          className={classes.bar}
          data-endless={share === undefined}
          style={{ transform: `scaleX(${share ?? 1})` }}
        />
      </div>
    </div>
  );
}

function IdleLine() {
  const { shell, panels } = useStrings();
  const planMs = usePlan((state) => state.report?.planMs);
  const pending = usePlan((state) => state.pending);
  // Most plans take milliseconds: only a late one is told, so that nothing flickers under a moving slider.
  const [wasPending] = useDebouncedValue(pending, LATE_MS);
  return (
    <div className={classes.line}>
      <span>
        {planMs === undefined || (pending && wasPending)
          ? shell.activity.planning
          : shell.activity.planned(
              planMs < 1 ? panels.search.underOneMs : `${formatInteger(Math.round(planMs))}\u00a0ms`,
            )}
      </span>
    </div>
  );
}

function Count({ activity }: { readonly activity: ActivityProgress }) {
  const { shell } = useStrings();
  return <span>{countText(activity, shell.activity.units)}</span>;
}

function countText({ done, total, unit }: ActivityProgress, words: Strings['shell']['activity']['units']): string {
  const format = unit === 'bytes' ? formatBytes : formatInteger;
  // The size of a download is known only when every file has begun to come.
  return total > 0 ? words[unit](format(done), format(total)) : format(done);
}

/** The newest update's numbers; before the first, which may take minutes, the slice that runs. */
function Latest() {
  const { activity } = useStrings().shell;
  useRun((state) => state.seriesVersion);
  if (updateSeries.length === 0) return <SliceNumber />;
  const testAccuracy = evaluationSeries.length > 0 ? evaluationSeries.latest('testAccuracy') : undefined;
  return (
    <>
      <Figure name={activity.loss} value={formatSignificant(updateSeries.latest('loss'))} />
      <Figure name={activity.accuracy} value={formatPercent(updateSeries.latest('accuracy'))} />
      {testAccuracy !== undefined && <Figure name={activity.testAccuracy} value={formatPercent(testAccuracy)} />}
      <Figure name={activity.speed} value={formatSignificant(updateSeries.latest('examplesPerSecond'))} />
    </>
  );
}

function SliceNumber() {
  const { activity } = useStrings().shell;
  const isTraining = useRun((state) => state.phase === 'training');
  const progress = useRibbonView()?.progress;
  if (!isTraining || progress?.running === undefined) return null;
  const { running, sliceSizes } = progress;
  return <span>{activity.slice(formatInteger(running + 1), formatInteger(sliceSizes.length))}</span>;
}

function askedText(asked: 'pause' | 'stop', phase: TrainingPhase, words: Strings['shell']['activity']): string {
  return (phase === 'training' ? words.askedInSlice : words.asked)[asked];
}

function Figure({ name, value }: { readonly name: string; readonly value: string }) {
  return (
    <span className={classes.figure}>
      {name} <b>{value}</b>
    </span>
  );
}
