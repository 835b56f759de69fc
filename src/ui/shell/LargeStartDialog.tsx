import { answerLargeStart, useLargeStart } from '../stores/large-start-store.ts';
import { formatBytes } from '../strings/format.ts';
import { useStrings } from '../strings/use-strings.ts';
import { ConfirmDialog } from './ConfirmDialog.tsx';

/** Asks before a run takes more than the device can be expected to give. */
export function LargeStartDialog() {
  const { title, software, unmeasured, advice, back, start } = useStrings().shell.largeStart;
  const waiting = useLargeStart((state) => state.waiting);
  return (
    <ConfirmDialog
      opened={waiting !== undefined}
      onClose={() => answerLargeStart(false)}
      onConfirm={() => answerLargeStart(true)}
      words={{ title: title(formatBytes(waiting?.peakBytes ?? 0)), close: back, back, start }}
    >
      <p>{waiting?.isSoftware ? software : unmeasured}</p>
      <p>{advice}</p>
    </ConfirmDialog>
  );
}
