import { Tooltip } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './Explained.module.css';

export interface ExplainedProps {
  /** What the content is, shown on hover and focus. */
  readonly what: string;
  readonly children: ReactNode;
}

/** A number that can say what it is. */
export function Explained({ what, children }: ExplainedProps) {
  return (
    <Tooltip label={what} multiline w={300} events={{ hover: true, focus: true, touch: true }}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: its explanation opens on focus */}
      <span className={classes.explained} tabIndex={0}>
        {children}
      </span>
    </Tooltip>
  );
}
