import { Explained } from '../status/Explained.tsx';
import { useConfig } from '../stores/config-store.ts';
import { useData } from '../stores/data-store.ts';
import { usePlan } from '../stores/plan-store.ts';
import { formatInteger } from '../strings/format.ts';
import { useStrings } from '../strings/use-strings.ts';
import styles from './DataFacts.module.css';

/** How many examples there are to learn from and to test on, as a bar and as numbers. */
export function DataFacts() {
  const { data: words } = useStrings();
  const workload = useConfig((state) => state.config.workload);
  const sizes = useData((state) => state.report?.sizes.get(workload));
  const report = usePlan((state) => state.report);
  if (!sizes) return null;
  const { trainExamples, testExamples } = sizes;
  const [training, test] = [formatInteger(trainExamples), formatInteger(testExamples)];
  const trainShare = (100 * trainExamples) / (trainExamples + testExamples);
  return (
    <div className={styles.facts}>
      <div className={styles.split} role="img" aria-label={words.counts(training, test)}>
        <div className={styles.training} style={{ width: `${trainShare}%` }} />
        <div className={styles.test} />
      </div>
      <dl className={styles.list}>
        <Fact name={words.inUse.training} hint={words.inUse.trainingHint} value={training} mark="training" />
        <Fact name={words.inUse.test} hint={words.inUse.testHint} value={test} mark="test" />
        {report?.config.workload === workload && (
          <Fact
            name={words.inUse.perEpoch}
            hint={words.inUse.perEpochHint(formatInteger(report.batch))}
            value={formatInteger(Math.ceil(trainExamples / report.batch))}
          />
        )}
      </dl>
    </div>
  );
}

interface FactProps {
  readonly name: string;
  readonly hint: string;
  readonly value: string;
  readonly mark?: 'training' | 'test';
}

function Fact({ name, hint, value, mark }: FactProps) {
  return (
    <div className={styles.fact}>
      <dt className={mark ? undefined : styles.unmarked}>
        {mark && <span className={`${styles.mark} ${styles[mark]}`} />}
        <Explained what={hint}>{name}</Explained>
      </dt>
      <dd>{value}</dd>
    </div>
  );
}
