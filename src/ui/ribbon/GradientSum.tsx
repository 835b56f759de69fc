import { formatInteger } from '../strings/format.ts';
import { useStrings } from '../strings/use-strings.ts';
import styles from './ribbon.module.css';
import type { RibbonProgress } from './ribbon-progress.ts';
import type { Outlook } from './use-ribbon-view.ts';

export interface GradientSumProps {
  readonly progress: RibbonProgress;
  readonly outlook: Outlook;
  /** True where updates follow each other too quickly to be shown one by one. */
  readonly isTooFast: boolean;
}

/** What the slices flow into: the gradient sum as a filling bar, then the update it makes. */
export function GradientSum({ progress, outlook, isTooFast }: GradientSumProps) {
  const { ribbon } = useStrings().charts;
  const { examplesDone, examples, stage, update } = progress;
  const total = formatInteger(examples);
  const share = isTooFast ? 1 : examples === 0 ? 0 : examplesDone / examples;
  const isUpdating = !isTooFast && (stage === 'updating' || stage === 'done');
  const stageText = ribbon.stages[isTooFast ? 'done' : outlook === 'runs' ? wordOf(progress) : outlook];
  return (
    <div className={styles.flow} aria-hidden="true">
      <Arrow />
      <div className={styles.step}>
        <div className={styles.tank}>
          <div className={styles.level} style={{ transform: `scaleY(${share.toFixed(4)})` }} />
        </div>
        <div>
          <div className={styles.stepName}>{ribbon.sum}</div>
          <div className={styles.stepValue} style={{ minWidth: `${2 * total.length + 2}ch` }}>
            {isTooFast ? total : formatInteger(examplesDone)}
            <span className={styles.stepUnit}> / {total}</span>
          </div>
        </div>
      </div>
      <Arrow />
      <div className={styles.step}>
        <div className={styles.pulse} data-active={isUpdating} key={isUpdating ? update : 'waiting'} />
        <div>
          <div className={styles.stepName}>
            {ribbon.update} {update > 0 ? formatInteger(update) : ''}
          </div>
          <div className={styles.stepState}>{stageText}</div>
        </div>
      </div>
    </div>
  );
}

/** A full sum is on its way to the optimizer; a sum that nothing adds to is waiting for the person. */
function wordOf({ stage, examplesDone, examples, running }: RibbonProgress): RibbonProgress['stage'] | 'paused' {
  if (stage !== 'accumulating') return stage;
  if (examplesDone === examples) return 'updating';
  return running === undefined ? 'paused' : 'accumulating';
}

function Arrow() {
  return (
    <svg className={styles.arrow} width="22" height="12" aria-hidden="true" focusable="false">
      <path d="M0 6H19M14 1l5 5-5 5" fill="none" stroke="currentColor" strokeWidth="1.5" />
    </svg>
  );
}
