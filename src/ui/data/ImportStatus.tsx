import { Button } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import { useClient } from '../client-context.ts';
import { FailureFacts } from '../status/FailureFacts.tsx';
import { type ImportState, isImporting, useData } from '../stores/data-store.ts';
import { bytesQuantity, byteUnit, formatElapsed } from '../strings/format.ts';
import { useStrings } from '../strings/use-strings.ts';
import classes from './ImportStatus.module.css';
import { importText } from './import-text.ts';

/** The last import of this visit: how far it is, what it brought, or why the files cannot be used. */
export function ImportStatus() {
  const { data: words } = useStrings();
  const lastImport = useData((state) => state.lastImport);
  if (!lastImport) return null;
  if (isImporting(lastImport)) return <Running lastImport={lastImport} />;
  const { progress } = lastImport;
  if (progress?.type === 'failed') {
    return (
      <div className={classes.failed}>
        <IconAlertTriangle className={classes.dangerIcon} size={20} stroke={1.75} aria-hidden="true" />
        <div className={classes.body}>
          <p className={classes.title}>{progress.failure.message}</p>
          <FailureFacts failure={progress.failure} />
        </div>
      </div>
    );
  }
  return (
    <p className={classes.ended} data-finished={progress?.type === 'finished'}>
      {progress?.type === 'finished' && <IconCircleCheck size={20} stroke={1.75} aria-hidden="true" />}
      <span>{importText(lastImport, words)}</span>
    </p>
  );
}

function Running({ lastImport }: { readonly lastImport: ImportState }) {
  const { data: words } = useStrings();
  const client = useClient();
  const { progress } = lastImport;
  const isCounted = progress?.type === 'reading' || progress?.type === 'keeping';
  const share = isCounted && progress.totalBytes > 0 ? progress.doneBytes / progress.totalBytes : 0;
  const title = importText(lastImport, words);
  return (
    <div className={classes.running}>
      <div className={classes.row}>
        <span className={classes.title}>{title}</span>
        <Button size="compact-sm" variant="default" onClick={client.cancelImport}>
          {words.importing.cancel}
        </Button>
      </div>
      <div
        className={classes.track}
        role="progressbar"
        aria-label={title}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.floor(100 * share)}
      >
        <div className={classes.bar} style={{ transform: `scaleX(${share})` }} />
      </div>
      <div className={classes.row}>
        <span>{words.importing.stages[isCounted ? progress.type : 'starting']}</span>
        {isCounted && (
          <span>
            {words.importing.amount(...amounts(progress.doneBytes, progress.totalBytes))} ·{' '}
            {formatElapsed(progress.elapsedMs)}
          </span>
        )}
      </div>
    </div>
  );
}

/** Both in the unit of the whole, which stands once. */
function amounts(doneBytes: number, totalBytes: number): [string, string] {
  const unit = byteUnit(totalBytes);
  const total = bytesQuantity(totalBytes, unit);
  return [bytesQuantity(doneBytes, unit).value, `${total.value}\u00a0${unit}`];
}
