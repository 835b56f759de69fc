import type { DataFamily } from '../../core/data/data-in-use.ts';
import { familyOfWorkload } from '../../core/data/data-in-use.ts';
import { useConfig } from '../stores/config-store.ts';
import { useData } from '../stores/data-store.ts';
import { useRun } from '../stores/run-store.ts';
import { isActive } from '../stores/shown-plan.ts';
import { useStrings } from '../strings/use-strings.ts';
import { DataChoice } from './DataChoice.tsx';
import { DataFacts } from './DataFacts.tsx';
import classes from './DataInUse.module.css';
import { StandInNote } from './StandInNote.tsx';
import { useShownData } from './use-shown-data.ts';

/** The data of the form's workload: what it is, how much of it, whose, and what else it could be. */
export function DataInUse() {
  const { data: words } = useStrings();
  const { id, origin } = useShownData();
  const workload = useConfig((state) => state.config.workload);
  const family = familyOfWorkload(workload);
  const text = words.sets[id];
  return (
    <section>
      <h3 className={classes.overline}>{words.inUse.title}</h3>
      <p className={classes.name}>
        {text.name}
        <span className={classes.badge} data-origin={origin}>
          {words.inUse.badges[origin]}
        </span>
      </p>
      <p className={classes.text}>{text.about}</p>
      <DataFacts />
      {origin === 'own' && <OwnNotes />}
      {origin === 'standIn' && <StandInNote />}
      {family && <DataChoice family={family} />}
      {family && <NextRunNote family={family} />}
      {(text.origin ?? text.licence) && (
        <details className={classes.source}>
          <summary>{words.inUse.originTitle}</summary>
          {text.origin && <p className={classes.text}>{text.origin}</p>}
          {text.licence && <p className={classes.text}>{text.licence}</p>}
          {text.licenceUrl && <a href={text.licenceUrl}>{words.inUse.licenceFile}</a>}
        </details>
      )}
    </section>
  );
}

/** What a person should know who uses files of their own. */
function OwnNotes() {
  const { inUse } = useStrings().data;
  const { id } = useShownData();
  const imported = useData((state) => state.report?.imported.find((entry) => entry.id === id));
  return (
    <>
      {imported?.testSource === 'held-out' && <p className={classes.text}>{inUse.heldOut}</p>}
      <p className={classes.text}>{inUse.link}</p>
    </>
  );
}

/** Only where there is something to change while a run of this family is in progress. */
function NextRunNote({ family }: { readonly family: DataFamily }) {
  const { inUse } = useStrings().data;
  const isRunning = useRun(({ phase, config }) => {
    return isActive(phase) && config !== undefined && familyOfWorkload(config.workload) === family;
  });
  return isRunning ? <p className={classes.text}>{inUse.nextRun}</p> : null;
}
