import { useStrings } from '../strings/use-strings.ts';
import classes from './Brand.module.css';

/** Name and mark: a batch in slices, the last one still open. */
export function Brand() {
  const { name } = useStrings().shell;
  return (
    <h1 className={classes.brand}>
      <svg width="22" height="22" viewBox="0 0 22 22" aria-hidden="true" focusable="false">
        <rect x="1" y="3" width="5" height="16" rx="1.5" fill="var(--slice-done)" />
        <rect x="8.5" y="3" width="5" height="16" rx="1.5" fill="var(--slice-done)" opacity="0.6" />
        <rect
          x="16.75"
          y="3.75"
          width="3.5"
          height="14.5"
          rx="1"
          fill="none"
          stroke="var(--slice-done)"
          strokeWidth="1.5"
        />
      </svg>
      {name}
    </h1>
  );
}
