import { Kbd, Modal } from '@mantine/core';
import { useStrings } from '../strings/use-strings.ts';
import { DialogTitle } from './DialogTitle.tsx';
import classes from './HelpDialog.module.css';

export interface HelpDialogProps {
  readonly opened: boolean;
  readonly onClose: () => void;
}

/** Keys, the address, and the words of the page. */
export function HelpDialog({ opened, onClose }: HelpDialogProps) {
  const { help } = useStrings().shell;
  return (
    <Modal.Root opened={opened} onClose={onClose} size="lg" classNames={{ content: classes.content ?? '' }}>
      <Modal.Overlay />
      <Modal.Content>
        <DialogTitle
          title={<Modal.Title>{help.title}</Modal.Title>}
          close={<Modal.CloseButton aria-label={help.close} />}
        />
        <Modal.Body>
          <HelpText />
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}

function HelpText() {
  const { help } = useStrings().shell;
  return (
    <div className={classes.columns}>
      <section>
        <table className={classes.keys}>
          <tbody>
            {help.keys.map(({ keys, does }) => (
              <tr key={does}>
                <th scope="row">
                  {keys.map((key) => (
                    <Kbd key={key}>{key}</Kbd>
                  ))}
                </th>
                <td>{does}</td>
              </tr>
            ))}
          </tbody>
        </table>
        <p className={classes.note}>{help.note}</p>
        <h3 className={classes.heading}>{help.linkTitle}</h3>
        <p className={classes.note}>{help.link}</p>
      </section>
      <section>
        <h3 className={classes.heading}>{help.wordsTitle}</h3>
        <dl className={classes.words}>
          {help.words.map(({ word, means }) => (
            <div key={word}>
              <dt>{word}</dt>
              <dd>{means}</dd>
            </div>
          ))}
        </dl>
      </section>
    </div>
  );
}
