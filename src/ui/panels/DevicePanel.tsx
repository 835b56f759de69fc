import { Button } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import type { DeviceReport } from '../../protocol/events.ts';
import { useDevice } from '../stores/device-store.ts';
import { useStrings } from '../strings/use-strings.ts';
import { DeviceMeasurement } from './DeviceMeasurement.tsx';
import styles from './device-panel.module.css';
import { deviceText, limitsOf, limitText, SHOWN_LIMITS } from './device-text.ts';

/** The adapter this page computes on, and the limits that decide what runs on it. */
export function DevicePanel() {
  const { device: words } = useStrings().panels;
  const report = useDevice((state) => state.report);
  if (!report) return <p className={styles.none}>{words.looking}</p>;
  return (
    <div className={styles.panel}>
      <section className={styles.adapter} aria-label={words.adapter}>
        {report.status === 'available' ? <Adapter report={report} /> : <NoAdapter report={report} />}
        <p className={styles.note}>{words.memoryNote}</p>
        <CopyReport report={report} />
        <DeviceMeasurement report={report} />
      </section>
      <Limits report={report} />
    </div>
  );
}

function Adapter({ report }: { readonly report: Extract<DeviceReport, { status: 'available' }> }) {
  const { device: words } = useStrings().panels;
  const fields = ['vendor', 'architecture', 'device', 'description'] as const;
  return (
    <>
      <p className={styles.badge} data-tone={report.isSoftware ? 'software' : 'hardware'}>
        {report.isSoftware ? words.software : words.hardware}
      </p>
      {report.isSoftware && <p className={styles.note}>{words.softwareHint}</p>}
      <dl className={styles.fields}>
        {fields.map((field) => (
          <div key={field}>
            <dt>{words.fields[field]}</dt>
            <dd data-unknown={report[field] === ''}>{report[field] || words.unknown}</dd>
          </div>
        ))}
        <div>
          <dt>{words.features}</dt>
          <dd>{report.features.length > 0 ? [...report.features].sort().join(', ') : words.noFeatures}</dd>
        </div>
      </dl>
    </>
  );
}

function NoAdapter({ report }: { readonly report: Extract<DeviceReport, { status: 'unavailable' }> }) {
  const { device: words } = useStrings().panels;
  return (
    <>
      <p className={styles.badge} data-tone="missing">
        {words.none}
      </p>
      <p className={styles.note}>
        {report.failure.message} {words.noneHint}
      </p>
    </>
  );
}

function CopyReport({ report }: { readonly report: DeviceReport }) {
  const { device: words } = useStrings().panels;
  const clipboard = useClipboard({ timeout: 2000 });
  return (
    <Button
      variant="default"
      size="compact-sm"
      leftSection={clipboard.copied ? <IconCheck size={15} /> : <IconCopy size={15} />}
      onClick={() => clipboard.copy(deviceText(report, navigator.userAgent))}
    >
      {clipboard.copied ? words.copied : words.copy}
    </Button>
  );
}

function Limits({ report }: { readonly report: DeviceReport }) {
  const { device: words } = useStrings().panels;
  const limits = limitsOf(report);
  return (
    <table className={styles.limits}>
      <caption>{report.status === 'available' ? words.limits : words.assumedLimits}</caption>
      <thead>
        <tr>
          <th scope="col">{words.columns.limit}</th>
          <th scope="col">{words.columns.value}</th>
          <th scope="col">{words.columns.meaning}</th>
        </tr>
      </thead>
      <tbody>
        {SHOWN_LIMITS.map((name) => (
          <tr key={name}>
            <th scope="row">
              <code>{name}</code>
            </th>
            <td>{limitText(name, limits[name])}</td>
            <td>{words.meanings[name]}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
