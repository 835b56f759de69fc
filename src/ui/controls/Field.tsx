import { ActionIcon, Popover } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconInfoCircle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useStrings } from '../strings/use-strings.ts';
import classes from './Field.module.css';

export interface FieldProps {
  readonly label: string;
  readonly explanation: string;
  /** Id of the input that the label names. */
  readonly inputId: string;
  /** Stands at the end of the label's line: most often the number. */
  readonly aside?: ReactNode;
  /** Below the label: a slider, choices, a note. */
  readonly children?: ReactNode;
  /** Why the value is not taken, or why it holds nothing. */
  readonly error?: ReactNode;
}

/** A control with its name, its explanation on request, and what is wrong with it. */
export function Field({ label, explanation, inputId, aside, children, error }: FieldProps) {
  return (
    <div className={classes.field}>
      <div className={classes.top}>
        <label className={classes.label} htmlFor={inputId}>
          {label}
        </label>
        <Explanation label={label} text={explanation} />
        <div className={classes.aside}>{aside}</div>
      </div>
      {children}
      {error !== undefined && (
        <div className={classes.error} id={`${inputId}-error`} role="alert">
          {error}
        </div>
      )}
    </div>
  );
}

function Explanation({ label, text }: { readonly label: string; readonly text: string }) {
  const { controls } = useStrings();
  const [isOpen, explanation] = useDisclosure(false);
  return (
    <Popover opened={isOpen} onDismiss={explanation.close} width={280} position="bottom-start" shadow="md">
      <Popover.Target>
        <ActionIcon
          className={classes.info}
          variant="transparent"
          size={24}
          aria-label={controls.about(label)}
          onClick={explanation.toggle}
          onKeyDown={(event) => event.key === 'Escape' && explanation.close()}
          onBlur={explanation.close}
        >
          <IconInfoCircle size={15} stroke={1.75} />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown className={classes.explanation}>{text}</Popover.Dropdown>
    </Popover>
  );
}
