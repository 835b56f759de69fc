import { Button, Modal } from '@mantine/core';
import { answerLargeStart, useLargeStart } from '../stores/large-start-store.ts';
import { formatBytes } from '../strings/format.ts';
import { useStrings } from '../strings/use-strings.ts';
import { DialogTitle } from './DialogTitle.tsx';
import classes from './LargeStartDialog.module.css';

/** Asks before a run takes more than the device can be expected to give. */
export function LargeStartDialog() {
  const { largeStart: words } = useStrings().shell;
  const waiting = useLargeStart((state) => state.waiting);
  const close = () => answerLargeStart(false);
  return (
    <Modal.Root opened={waiting !== undefined} onClose={close} classNames={{ content: classes.dialog ?? '' }}>
      <Modal.Overlay />
      <Modal.Content>
        <DialogTitle
          title={<Modal.Title>{words.title(formatBytes(waiting?.peakBytes ?? 0))}</Modal.Title>}
          close={<Modal.CloseButton aria-label={words.back} />}
        />
        <Modal.Body>
          <p className={classes.text}>{waiting?.isSoftware ? words.software : words.unmeasured}</p>
          <p className={classes.text}>{words.advice}</p>
          <div className={classes.buttons}>
            <Button variant="default" onClick={close}>
              {words.back}
            </Button>
            <Button onClick={() => answerLargeStart(true)}>{words.start}</Button>
          </div>
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}
