import { Explained } from '../status/Explained.tsx';
import { useRun } from '../stores/run-store.ts';
import { useShownPlan } from '../stores/shown-plan.ts';
import { formatInteger } from '../strings/format.ts';
import { useStrings } from '../strings/use-strings.ts';
import styles from './data-panel.module.css';

/** Sizes of the bundled subset, until a run has counted them. */
const BUNDLED = { trainExamples: 12_000, testExamples: 2000 } as const;

/** What the model learns from: how many examples, of what, from whom. */
export function DataPanel() {
  const { data: words } = useStrings().panels;
  const { trainExamples, testExamples } = useRun((state) => state.summary) ?? BUNDLED;
  const { report } = useShownPlan();
  const trainShare = (100 * trainExamples) / (trainExamples + testExamples);
  return (
    <div className={styles.panel}>
      <section>
        <h3 className={styles.heading}>{words.name}</h3>
        <p className={styles.text}>{words.about}</p>
        <div
          className={styles.split}
          role="img"
          aria-label={words.split(formatInteger(trainExamples), formatInteger(testExamples))}
        >
          <div className={styles.training} style={{ width: `${trainShare}%` }} />
          <div className={styles.test} />
        </div>
        <dl className={styles.facts}>
          <Fact
            name={words.facts.training}
            hint={words.trainingHint}
            value={formatInteger(trainExamples)}
            mark="training"
          />
          <Fact name={words.facts.test} hint={words.testHint} value={formatInteger(testExamples)} mark="test" />
          {report && (
            <Fact
              name={words.perEpoch}
              hint={words.perEpochHint(formatInteger(report.batch))}
              value={formatInteger(Math.ceil(trainExamples / report.batch))}
            />
          )}
        </dl>
      </section>
      <section>
        <h3 className={styles.heading}>{words.classesTitle}</h3>
        <ol className={styles.classes} start={0}>
          {words.classes.map((name, label) => (
            <li key={name}>
              <span className={styles.label}>{label}</span> {name}
            </li>
          ))}
        </ol>
      </section>
      <section>
        <h3 className={styles.heading}>{words.originTitle}</h3>
        <p className={styles.text}>{words.origin}</p>
        <p className={styles.text}>{words.licence}</p>
        <a className={styles.link} href="data/fashion-mnist/LICENSE">
          {words.licenceFile}
        </a>
      </section>
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
      <dt>
        {mark && <span className={`${styles.mark} ${styles[mark]}`} />}
        <Explained what={hint}>{name}</Explained>
      </dt>
      <dd>{value}</dd>
    </div>
  );
}
