import { Button } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { Failure } from '../../core/failures.ts';
import { useClient } from '../client-context.ts';
import { keptRunOf, useKeptRuns } from '../stores/kept-runs-store.ts';
import { planStore, usePlan } from '../stores/plan-store.ts';
import { lastUpdate } from '../stores/run-series.ts';
import { useRun } from '../stores/run-store.ts';
import { formatInteger } from '../strings/format.ts';
import { useStrings } from '../strings/use-strings.ts';
import { FailureFacts } from './FailureFacts.tsx';
import classes from './FailurePanel.module.css';

/** What went wrong, why, and what to do, where it happened. The charts keep what they show. */
export function FailurePanel() {
  const runFailure = useRun((state) => state.failure);
  const planFailure = usePlan((state) => state.failure);
  const failure = runFailure ?? planFailure;
  return failure ? <Panel failure={failure} /> : null;
}

function Panel({ failure }: { readonly failure: Failure }) {
  const words = useStrings().shell.failure;
  const client = useClient();
  const clipboard = useClipboard({ timeout: 2000 });
  const hasRun = useRun((state) => state.runId > 0);
  return (
    <section className={classes.panel} role="alert">
      <IconAlertTriangle className={classes.icon} size={22} stroke={1.75} aria-hidden="true" />
      <div className={classes.body}>
        <h2 className={classes.message}>{failure.message}</h2>
        <FailureFacts failure={failure} />
        <div className={classes.actions}>
          <ResumeButton />
          <Button size="sm" onClick={client.restart}>
            {words.restart}
          </Button>
          <Button size="sm" variant="subtle" onClick={() => clipboard.copy(reportOf(failure))}>
            {clipboard.copied ? words.copied : words.copy}
          </Button>
          {hasRun && <span className={classes.kept}>{words.kept}</span>}
        </div>
      </div>
    </section>
  );
}

/** Goes on from the newest checkpoint of the run that failed, where there is one. */
function ResumeButton() {
  const { keptRuns } = useStrings();
  const client = useClient();
  const config = useRun((state) => (state.phase === 'failed' ? state.config : undefined));
  const report = useKeptRuns((state) => state.report);
  const kept = keptRunOf(report, config);
  if (!kept) return null;
  const repeated = Math.max(0, lastUpdate() - kept.updates);
  return (
    <Button size="sm" onClick={() => client.continueRun(kept)}>
      {keptRuns.resumeFailed(formatInteger(kept.updates), formatInteger(repeated))}
    </Button>
  );
}

/** The failure as text for a report, with the address that reproduces it. */
function reportOf({ code, message, cause, remedy, detail }: Failure): string {
  const config = JSON.stringify(planStore.getState().report?.config);
  return [`${code}: ${message}`, cause, remedy, detail, location.href, navigator.userAgent, config]
    .filter((line) => line !== undefined)
    .join('\n');
}
