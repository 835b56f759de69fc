import { useEffect } from 'react';
import { useClient } from '../client-context.ts';
import { DataInUse } from '../data/DataInUse.tsx';
import { OwnData } from '../data/OwnData.tsx';
import { RunFiles } from '../data/RunFiles.tsx';
import styles from './data-panel.module.css';

/** What the model learns from, how to give it data of one's own, and files of the run itself. */
export function DataPanel() {
  const client = useClient();
  // Another tab of this page may have changed what is kept.
  useEffect(() => client.listData(), [client]);
  return (
    <div className={styles.panel}>
      <DataInUse />
      <OwnData />
      <RunFiles />
    </div>
  );
}
