import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconGauge, IconPlayerStop } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { measuredBudgetMiB, SMALLEST_BLOCK_BYTES, USABLE_SHARE } from '../../core/device-measurement.ts';
import type { DeviceReport } from '../../protocol/events.ts';
import { useClient } from '../client-context.ts';
import { announce } from '../stores/announcement-store.ts';
import type { KeptMeasurement } from '../stores/kept-measurements.ts';
import {
  isMeasuring,
  type MeasurementStanding,
  useKeptMeasurement,
  useMeasurement,
} from '../stores/measurement-store.ts';
import { isRacing, useRace } from '../stores/race-store.ts';
import { useRun } from '../stores/run-store.ts';
import { isActive } from '../stores/shown-plan.ts';
import { formatBytes, formatDate } from '../strings/format.ts';
import type { Strings } from '../strings/language.ts';
import { useStrings } from '../strings/use-strings.ts';
import styles from './device-measurement.module.css';
import { MeasurementDialog } from './MeasurementDialog.tsx';
import { budgetText, shareText } from './measurement-text.ts';

/** Finds out on request how much the page can allocate, and shows what was found on this adapter. */
export function DeviceMeasurement({ report }: { readonly report: DeviceReport }) {
  const { measurement: words } = useStrings().panels;
  const standing = useMeasurement((state) => state.standing);
  const kept = useKeptMeasurement();
  useAnnouncedEnd(standing, words);
  return (
    <section className={styles.measurement} aria-labelledby="device-measurement">
      <h3 className={styles.title} id="device-measurement">
        {words.title}
      </h3>
      {kept ? <Result kept={kept} /> : <p className={styles.text}>{words.lead}</p>}
      {standing && <Standing standing={standing} />}
      <Action report={report} hasResult={kept !== undefined} />
    </section>
  );
}

function Result({ kept }: { readonly kept: KeptMeasurement }) {
  const { measurement: words } = useStrings().panels;
  return (
    <>
      <p className={styles.result}>
        <b>{words.result(formatBytes(kept.passedBytes))}</b> {words.stops[kept.stop]}
      </p>
      <p className={styles.text}>
        {words.date(formatDate(kept.measuredAtMs))}{' '}
        {words.advice(budgetText(measuredBudgetMiB(kept.passedBytes)), shareText(USABLE_SHARE))}
      </p>
    </>
  );
}

/** How far a measurement is; once it has ended, what kept it from a result. */
function Standing({ standing }: { readonly standing: MeasurementStanding }) {
  const { measurement: words } = useStrings().panels;
  const { passedBytes, ceilingBytes, end } = standing;
  if (!end) {
    return (
      <div className={styles.progress}>
        <progress aria-label={words.progress} value={passedBytes} max={ceilingBytes} />
        <span>{words.soFar(formatBytes(passedBytes), formatBytes(ceilingBytes))}</span>
      </div>
    );
  }
  if (end.type === 'failed') {
    const { message, cause, remedy } = end.failure;
    return (
      <div className={styles.failure} role="alert">
        <strong>{message}</strong> {cause} {remedy}
      </div>
    );
  }
  return end.type === 'measured' && passedBytes > 0 ? null : <p className={styles.text}>{endText(standing, words)}</p>;
}

interface ActionProps {
  readonly report: DeviceReport;
  readonly hasResult: boolean;
}

/** One button all along, so that the focus stays where it is. */
function Action({ report, hasResult }: ActionProps) {
  const { measurement: words } = useStrings().panels;
  const client = useClient();
  const [isOpen, dialog] = useDisclosure(false);
  const measuring = useMeasurement(isMeasuring);
  const obstacle = useObstacle(report, words);
  return (
    <>
      <Button
        variant="default"
        size="compact-sm"
        leftSection={measuring ? <IconPlayerStop size={15} /> : <IconGauge size={15} />}
        disabled={!measuring && obstacle !== undefined}
        {...(!measuring && obstacle !== undefined && { 'aria-describedby': 'device-measurement-obstacle' })}
        onClick={() => (measuring ? client.cancelMeasure() : dialog.open())}
      >
        {measuring ? words.cancel : hasResult ? words.again : words.start}
      </Button>
      {!measuring && obstacle !== undefined && (
        <p className={styles.obstacle} id="device-measurement-obstacle">
          {obstacle}
        </p>
      )}
      <MeasurementDialog
        opened={isOpen}
        onClose={dialog.close}
        isSoftware={report.status === 'available' && report.isSoftware}
      />
    </>
  );
}

/** Why nothing can be measured now; undefined where it can. */
function useObstacle(report: DeviceReport, words: Strings['panels']['measurement']): string | undefined {
  const runActive = useRun((state) => isActive(state.phase));
  const racing = useRace(isRacing);
  if (report.status === 'unavailable') return words.needsWebgpu;
  if (runActive) return words.runActive;
  return racing ? words.raceActive : undefined;
}

function endText({ end, passedBytes }: MeasurementStanding, words: Strings['panels']['measurement']): string {
  if (end?.type === 'cancelled') return words.cancelled(formatBytes(passedBytes));
  if (end?.type !== 'measured') return '';
  if (passedBytes === 0) return words.nothing(formatBytes(SMALLEST_BLOCK_BYTES));
  return `${words.result(formatBytes(passedBytes))} ${words.stops[end.stop.type]}`;
}

/** Says the end of a measurement that this page has watched, once; a failure is an alert of its own. */
function useAnnouncedEnd(standing: MeasurementStanding | undefined, words: Strings['panels']['measurement']): void {
  const end = standing?.end;
  const text = standing && end ? endText(standing, words) : '';
  const [known] = useState(end);
  useEffect(() => {
    if (text !== '' && end !== known) announce(text);
  }, [text, end, known]);
}
