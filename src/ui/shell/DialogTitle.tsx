import type { ReactNode } from 'react';
import classes from './DialogTitle.module.css';

export interface DialogTitleProps {
  readonly title: ReactNode;
  readonly close: ReactNode;
}

/** The top of a dialog. Not the library's: that one is a `header`, which reads as a second banner of the page. */
export function DialogTitle({ title, close }: DialogTitleProps) {
  return (
    <div className={classes.top}>
      {title}
      {close}
    </div>
  );
}
