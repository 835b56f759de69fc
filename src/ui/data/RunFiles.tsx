import { Button } from '@mantine/core';
import { type ReactNode, useRef } from 'react';
import { useClient } from '../client-context.ts';
import { FailureFacts } from '../status/FailureFacts.tsx';
import { useKeptRuns } from '../stores/kept-runs-store.ts';
import { useStrings } from '../strings/use-strings.ts';
import classes from './RunFiles.module.css';

/** Saving what a run has learnt, or all of it, as a file, and going on with such a file. */
export function RunFiles() {
  const { files } = useStrings().keptRuns;
  const client = useClient();
  return (
    <section className={classes.files}>
      <h3 className={classes.title}>{files.title}</h3>
      <Row hint={files.parametersHint}>
        <Button size="compact-sm" variant="default" onClick={() => client.exportRun('parameters')}>
          {files.parameters}
        </Button>
      </Row>
      <Row hint={files.runHint}>
        <Button size="compact-sm" variant="default" onClick={() => client.exportRun('run')}>
          {files.run}
        </Button>
      </Row>
      <Row hint={files.openHint}>
        <OpenButton />
      </Row>
      <Outcome />
      <p className={classes.note}>{files.kept}</p>
      <StorageRefusal />
    </section>
  );
}

function Row({ hint, children }: { readonly hint: string; readonly children: ReactNode }) {
  return (
    <div className={classes.row}>
      {children}
      <p className={classes.note}>{hint}</p>
    </div>
  );
}

function OpenButton() {
  const { files } = useStrings().keptRuns;
  const client = useClient();
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button size="compact-sm" variant="default" onClick={() => input.current?.click()}>
        {files.open}
      </Button>
      <input
        ref={input}
        type="file"
        accept=".safetensors"
        aria-label={files.open}
        hidden
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? [];
          if (file) client.openRunFile(file);
          // The same file may be chosen again.
          currentTarget.value = '';
        }}
      />
    </>
  );
}

/** What came of the last file, where it is not simply there. */
function Outcome() {
  const { files } = useStrings().keptRuns;
  const outcome = useKeptRuns((state) => state.fileOutcome);
  if (!outcome) return null;
  if (outcome.type === 'nothing') return <p role="status">{files.nothing}</p>;
  return (
    <div className={classes.failed} role="alert">
      <p>{outcome.failure.message}</p>
      <FailureFacts failure={outcome.failure} />
    </div>
  );
}

/** What the browser's storage refused last. */
function StorageRefusal() {
  const failure = useKeptRuns((state) => state.report?.failure);
  return failure ? (
    <p className={classes.note}>
      {failure.message} {failure.remedy}
    </p>
  ) : null;
}
