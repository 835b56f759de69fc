import { TextInput } from '@mantine/core';
import { useId, useState } from 'react';
import { useDescribedBy } from '../controls/use-described-by.ts';
import { endEdit } from '../stores/weather-store.ts';
import styles from './weather-list.module.css';

export interface EntryInputProps {
  readonly name: string;
  /** The value as it stands. */
  readonly text: string;
  readonly width: 'short' | 'long';
  /** Takes what is typed where it is good; else says why not. */
  readonly onType: (text: string) => string | undefined;
  /** Up or down by one of whatever it counts. */
  readonly onStep: (direction: 1 | -1) => void;
}

/** One number of an entry: each good state of it counts at once; a bad one stays until the input is left, with the reason. */
export function EntryInput({ name, text, width, onType, onStep }: EntryInputProps) {
  const id = useId();
  const [draft, setDraft] = useState<string>();
  const [problem, setProblem] = useState<string>();
  const ref = useDescribedBy(problem === undefined ? undefined : `${id}-problem`);
  return (
    <span className={styles.field}>
      <span className={styles.label}>
        <label htmlFor={id}>{name}</label>
        <TextInput
          ref={ref}
          id={id}
          className={width === 'short' ? styles.short : styles.long}
          size="xs"
          autoComplete="off"
          spellCheck={false}
          value={draft ?? text}
          error={problem !== undefined}
          onChange={({ currentTarget: { value } }) => {
            setDraft(value);
            setProblem(onType(value));
          }}
          onBlur={() => {
            setDraft(undefined);
            setProblem(undefined);
            endEdit();
          }}
          onKeyDown={(event) => {
            if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return;
            event.preventDefault();
            setDraft(undefined);
            setProblem(undefined);
            onStep(event.key === 'ArrowUp' ? 1 : -1);
          }}
        />
      </span>
      {problem !== undefined && (
        <span className={styles.problem} id={`${id}-problem`} role="alert">
          {problem}
        </span>
      )}
    </span>
  );
}
