import { useLocalStorage } from '@mantine/hooks';
import { useStrings } from '../strings/use-strings.ts';
import { HOW_IT_WORKS_ID } from './HowItWorks.tsx';
import classes from './Introduction.module.css';

/** What this page is, until it is hidden; a hidden one does not come back. A run does not hide it: the charts would move. */
export function Introduction() {
  const { intro } = useStrings().shell;
  const [isHidden, setHidden] = useLocalStorage({
    key: 'microbatch-introduction-hidden',
    defaultValue: false,
    getInitialValueInEffect: false,
  });
  if (isHidden) return null;
  return (
    <section aria-label={intro.title}>
      <p className={classes.text}>
        <b>{intro.title}</b> {intro.text}{' '}
        <span className={classes.links}>
          <a href={`#${HOW_IT_WORKS_ID}`} onClick={openHowItWorks}>
            {intro.more}
          </a>
          <span aria-hidden="true"> · </span>
          <button
            type="button"
            className={classes.hide}
            aria-label={intro.dismissLabel}
            onClick={() => setHidden(true)}
          >
            {intro.dismiss}
          </button>
        </span>
      </p>
    </section>
  );
}

/** Opens the explanation; the link itself goes there. */
function openHowItWorks(): void {
  document.getElementById(HOW_IT_WORKS_ID)?.setAttribute('open', '');
}
