import type { ActivityProgress } from '../../protocol/events.ts';
import { usePlan } from '../stores/plan-store.ts';
import { evaluationSeries, updateSeries } from '../stores/run-series.ts';
import { useRun } from '../stores/run-store.ts';
import { isActive } from '../stores/shown-plan.ts';
import { formatBytes, formatElapsed, formatInteger, formatPercent, formatSignificant } from '../strings/format.ts';
import type { Strings } from '../strings/language.ts';
import { useStrings } from '../strings/use-strings.ts';
import classes from './ActivityLine.module.css';
import { useRunClock } from './use-run-clock.ts';

/** One line of fixed height: what is being done, how far it is, how long it has taken. */
export function ActivityLine() {
  const { terms } = useStrings();
  const phase = useRun((state) => state.phase);
  const activity = useRun((state) => state.activity);
  const elapsedMs = useRunClock();
  if (phase === 'idle') return <IdleLine />;
  const share = activity && activity.total > 0 ? Math.min(1, activity.done / activity.total) : undefined;
  const isBusy = isActive(phase) && phase !== 'training' && phase !== 'paused';
  return (
    <div className={classes.line} data-failed={phase === 'failed'}>
      <span className={classes.phase}>{terms.phases[phase]}</span>
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
  return (
    <div className={classes.line}>
      <span>
        {planMs === undefined
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

/** The newest update's numbers. */
function Latest() {
  const { activity } = useStrings().shell;
  useRun((state) => state.seriesVersion);
  if (updateSeries.length === 0) return null;
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

function Figure({ name, value }: { readonly name: string; readonly value: string }) {
  return (
    <span className={classes.figure}>
      {name} <b>{value}</b>
    </span>
  );
}
