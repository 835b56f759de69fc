import { Button } from '@mantine/core';
import { IconAlertTriangle, IconDownload, IconInfoCircle, IconX } from '@tabler/icons-react';
import { useMemo } from 'react';
import type { LogEntry } from '../../protocol/events.ts';
import { downloadText } from '../charts/download.ts';
import { runStore, useRun } from '../stores/run-store.ts';
import { formatInteger } from '../strings/format.ts';
import { useStrings } from '../strings/use-strings.ts';
import styles from './events-panel.module.css';
import { clockText, logText, logWindow } from './log-window.ts';

const LEVEL_ICON = { info: IconInfoCircle, warning: IconAlertTriangle, error: IconX } as const;

/** What happened in this run, newest first, with the time since its start. */
export function EventsPanel() {
  const { events } = useStrings().panels;
  const log = useRun((state) => state.log);
  const { shown, earlier } = useMemo(() => logWindow(log), [log]);
  if (log.length === 0) return <p className={styles.none}>{events.none}</p>;
  const save = () => downloadText('events.txt', logText(runStore.getState().log), 'text/plain');
  return (
    <div className={styles.panel}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard */}
      <section className={styles.scroll} tabIndex={0} aria-label={events.list}>
        <ol className={styles.list}>
          {shown.map(({ entry, index }) => (
            <Entry key={index} entry={entry} />
          ))}
        </ol>
      </section>
      <div className={styles.foot}>
        <Button variant="default" size="compact-sm" leftSection={<IconDownload size={15} />} onClick={save}>
          {events.download}
        </Button>
        {earlier > 0 && <span>{events.earlier(formatInteger(earlier))}</span>}
      </div>
    </div>
  );
}

function Entry({ entry }: { readonly entry: LogEntry }) {
  const { events } = useStrings().panels;
  const Icon = LEVEL_ICON[entry.level];
  return (
    <li className={styles.entry} data-level={entry.level}>
      <span className={styles.time}>{clockText(entry.atMs)}</span>
      <Icon size={16} stroke={1.75} aria-label={events.levels[entry.level]} role="img" />
      <span className={styles.text}>{entry.text}</span>
      <span className={styles.update}>{entry.update > 0 && events.update(formatInteger(entry.update))}</span>
    </li>
  );
}
