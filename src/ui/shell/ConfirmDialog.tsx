import { Button, Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './ConfirmDialog.module.css';
import { DialogTitle } from './DialogTitle.tsx';

export interface ConfirmDialogProps {
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly onConfirm: () => void;
  readonly words: {
    readonly title: string;
    /** Name of the cross. */
    readonly close: string;
    readonly back: string;
    readonly start: string;
  };
  /** What a person should know before the yes. */
  readonly children: ReactNode;
}

/** Asks before something that costs, with a way back. */
export function ConfirmDialog({ opened, onClose, onConfirm, words, children }: ConfirmDialogProps) {
  return (
    <Modal.Root opened={opened} onClose={onClose} classNames={{ content: classes.dialog ?? '' }}>
      <Modal.Overlay />
      <Modal.Content>
        <DialogTitle
          title={<Modal.Title>{words.title}</Modal.Title>}
          close={<Modal.CloseButton aria-label={words.close} />}
        />
        <Modal.Body>
          {children}
          <div className={classes.buttons}>
            <Button variant="default" onClick={onClose}>
              {words.back}
            </Button>
            <Button onClick={onConfirm}>{words.start}</Button>
          </div>
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}
