import { Tooltip } from '@mantine/core';
import type { DeviceReport } from '../../protocol/events.ts';
import { useDevice } from '../stores/device-store.ts';
import { useStrings } from '../strings/use-strings.ts';
import classes from './AdapterBadge.module.css';

/** What this page computes on: the adapter's name, a software adapter, or nothing. */
export function AdapterBadge({ isShort = false }: { readonly isShort?: boolean }) {
  const { device } = useStrings().shell;
  const report = useDevice((state) => state.report);
  const { text, hint, tone } = describeAdapter(report, device, isShort);
  return (
    <Tooltip label={hint} multiline w={280} disabled={hint === ''}>
      <span className={classes.badge} data-tone={tone} tabIndex={hint === '' ? -1 : 0}>
        <span className={classes.dot} />
        <span className={classes.text}>{text}</span>
      </span>
    </Tooltip>
  );
}

interface DeviceWords {
  readonly looking: string;
  readonly software: string;
  readonly softwareShort: string;
  readonly softwareHint: string;
  readonly none: string;
  readonly noneHint: string;
  readonly unnamed: string;
}

function describeAdapter(report: DeviceReport | undefined, words: DeviceWords, isShort: boolean) {
  if (!report) return { text: words.looking, hint: '', tone: 'waiting' } as const;
  if (report.status === 'unavailable') return { text: words.none, hint: words.noneHint, tone: 'missing' } as const;
  const name = adapterName(report);
  if (report.isSoftware)
    return {
      text: isShort ? words.softwareShort : words.software,
      hint: `${words.softwareHint} ${name}`,
      tone: 'software',
    } as const;
  return { text: name || words.unnamed, hint: report.description, tone: 'hardware' } as const;
}

/** The shortest name that says which adapter it is: browsers fill in different fields. */
function adapterName({
  vendor,
  architecture,
  device,
  description,
}: Extract<DeviceReport, { status: 'available' }>): string {
  const parts = [vendor, device || architecture].filter((part) => part !== '');
  return parts.length > 0 ? parts.join(' ') : description;
}
