import { IconChevronRight } from '@tabler/icons-react';
import { useShownData } from '../data/use-shown-data.ts';
import { callTab } from '../stores/tab-store.ts';
import { useStrings } from '../strings/use-strings.ts';
import classes from './DataLine.module.css';

/** What the workload learns from, and the way to change it. */
export function DataLine() {
  const { data } = useStrings();
  const { id, origin } = useShownData();
  const { name } = data.sets[id];
  return (
    <div className={classes.line}>
      <span className={classes.label} aria-hidden="true">
        {data.line.label}
      </span>
      <button
        type="button"
        className={classes.button}
        data-origin={origin}
        aria-label={data.line.show(name)}
        onClick={() => callTab('data')}
      >
        <span className={classes.name}>{name}</span>
        <IconChevronRight size={14} aria-hidden="true" />
      </button>
    </div>
  );
}
