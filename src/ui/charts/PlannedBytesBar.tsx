import { BYTE_KINDS } from '../../core/program/byte-kind.ts';
import type { NotFittingPlan, PlanReport } from '../../core/program/plan-report.ts';
import { bytesQuantity, formatBytes, formatBytesAtLeast, formatPercent } from '../strings/format.ts';
import { useStrings } from '../strings/use-strings.ts';
import { KIND_COLOR } from '../styles/kind-colors.ts';
import { sumOfKinds } from './memory-rows.ts';
import styles from './planned-bytes.module.css';

/** Segments below this share of the bar have no line between them: it would cover them. */
const THIN_SHARE = 0.02;

/** What the bytes of a plan that does not fit are for. */
function needOf({ failure, config }: NotFittingPlan & PlanReport): 'one-example' | 'fixed-size' | 'whole-batch' {
  if (failure.code === 'whole-batch-does-not-fit') return 'whole-batch';
  return config.microBatch === 'auto' ? 'one-example' : 'fixed-size';
}

/** One bar of planned bytes by kind against the budget, with each kind named below it. */
export function PlannedBytesBar({ report }: { readonly report: PlanReport }) {
  const { kinds, charts } = useStrings();
  const { plannedBytes: words } = charts;
  const planned = sumOfKinds(report.bytes);
  const { budgetBytes } = report;
  const scale = Math.max(planned, budgetBytes);
  const shown = BYTE_KINDS.filter((kind) => report.bytes[kind] > 0);
  const description = words.describe(
    formatBytes(planned),
    formatBytes(budgetBytes),
    shown.map((kind) => `${kinds[kind].name} ${formatBytes(report.bytes[kind])}`).join(', '),
  );
  const overBytes = planned - budgetBytes;
  return (
    <div className={styles.box}>
      <div className={styles.bar} role="img" aria-label={description} data-over={overBytes > 0}>
        {shown.map((kind) => (
          <div
            key={kind}
            className={styles.segment}
            data-thin={report.bytes[kind] < THIN_SHARE * scale}
            style={{ width: `${(100 * report.bytes[kind]) / scale}%`, background: KIND_COLOR[kind] }}
          />
        ))}
        <div className={styles.budget} style={{ insetInlineStart: `${(100 * budgetBytes) / scale}%` }} />
      </div>
      <div className={styles.scale}>
        <span className={styles.planned}>
          {report.verdict === 'fits' ? formatBytes(planned) : formatBytesAtLeast(planned)}
          {report.verdict === 'does-not-fit' && <span className={styles.muted}> {words.needOf[needOf(report)]}</span>}
        </span>
        <span data-over={overBytes > 0} className={styles.muted}>
          {overBytes > 0 ? words.over(formatBytes(overBytes)) : words.ofBudget(formatPercent(planned / budgetBytes))}
        </span>
      </div>
      <dl className={styles.kinds}>
        {shown.map((kind) => {
          const { value, unit } = bytesQuantity(report.bytes[kind]);
          return (
            <div className={styles.kind} key={kind} title={kinds[kind].explanation}>
              <dt>
                <span className={styles.swatch} style={{ background: KIND_COLOR[kind] }} />
                {kinds[kind].name}
              </dt>
              <dd>
                {value} <span className={styles.unit}>{unit}</span>
              </dd>
            </div>
          );
        })}
      </dl>
    </div>
  );
}
