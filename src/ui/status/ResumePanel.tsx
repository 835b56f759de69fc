import { Button } from '@mantine/core';
import { BYTES_PER_MIB } from '../../core/bytes.ts';
import type { KeptRun } from '../../protocol/kept-run.ts';
import { useClient } from '../client-context.ts';
import { useKeptRuns } from '../stores/kept-runs-store.ts';
import { formatBytes, formatDate, formatInteger } from '../strings/format.ts';
import { useStrings } from '../strings/use-strings.ts';
import classes from './ResumePanel.module.css';

/** Offers the run of an earlier visit, until one begins or the offer is declined. */
export function ResumePanel() {
  const offered = useKeptRuns((state) => state.offered);
  return offered ? <Offer run={offered} /> : null;
}

function Offer({ run }: { readonly run: KeptRun }) {
  const { keptRuns, controls } = useStrings();
  const { offer } = keptRuns;
  const client = useClient();
  const { config, updates, createdAtMs, byteLength } = run;
  const settings = offer.settings(
    controls.workloads[config.workload].name,
    formatInteger(config.batchSize),
    formatBytes(config.budgetMiB * BYTES_PER_MIB),
    String(config.seed),
  );
  return (
    <section className={classes.panel} aria-label={offer.label}>
      <div>
        <h2 className={classes.title}>{offer.title(formatInteger(updates))}</h2>
        <p className={classes.text}>{settings}</p>
        <p className={classes.text}>{offer.kept(formatDate(createdAtMs), formatBytes(byteLength))}</p>
      </div>
      <div className={classes.actions}>
        <Button size="sm" onClick={() => client.continueRun(run)}>
          {offer.resume}
        </Button>
        <Button size="sm" variant="default" onClick={client.dismissRun}>
          {offer.dismiss}
        </Button>
        <Button size="sm" variant="subtle" onClick={() => client.discardRun(run)}>
          {offer.discard}
        </Button>
      </div>
    </section>
  );
}
