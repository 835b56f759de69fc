import { NativeSelect } from '@mantine/core';
import { useId, useState } from 'react';
import { DEFAULT_CEILING_BYTES, LARGEST_CEILING_BYTES } from '../../core/device-measurement.ts';
import { useClient } from '../client-context.ts';
import { ConfirmDialog } from '../shell/ConfirmDialog.tsx';
import { formatBytes } from '../strings/format.ts';
import { useStrings } from '../strings/use-strings.ts';
import styles from './device-measurement.module.css';

const MIB = 1024 ** 2;

/** From what any device has, by powers of two. */
const CEILINGS: readonly number[] = Array.from(
  { length: Math.log2(LARGEST_CEILING_BYTES / (64 * MIB)) + 1 },
  (_, power) => 64 * MIB * 2 ** power,
);

export interface MeasurementDialogProps {
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly isSoftware: boolean;
}

/** What a measurement does, what it may cost, and the ceiling, which a person confirms before anything is allocated. */
export function MeasurementDialog({ opened, onClose, isSoftware }: MeasurementDialogProps) {
  const { dialog: words } = useStrings().panels.measurement;
  const client = useClient();
  const id = useId();
  const [ceilingBytes, setCeiling] = useState(DEFAULT_CEILING_BYTES);
  const confirm = () => {
    onClose();
    client.measure(ceilingBytes);
  };
  return (
    <ConfirmDialog opened={opened} onClose={onClose} onConfirm={confirm} words={words}>
      <p className={styles.text}>{words.does}</p>
      <p className={styles.risk}>{words.risk}</p>
      {isSoftware && <p className={styles.text}>{words.software}</p>}
      <NativeSelect
        id={id}
        label={words.ceiling}
        description={words.ceilingHint}
        value={ceilingBytes}
        data={CEILINGS.map((bytes) => ({ value: String(bytes), label: formatBytes(bytes) }))}
        onChange={(event) => setCeiling(Number(event.currentTarget.value))}
      />
    </ConfirmDialog>
  );
}
