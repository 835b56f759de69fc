import type { Failure } from '../../core/failures.ts';
import { useStrings } from '../strings/use-strings.ts';
import classes from './FailureFacts.module.css';

/** Why something failed and what to do, below the sentence that says what. */
export function FailureFacts({ failure }: { readonly failure: Failure }) {
  const words = useStrings().shell.failure;
  return (
    <>
      <dl className={classes.facts}>
        <dt>{words.cause}</dt>
        <dd>{failure.cause}</dd>
        <dt>{words.remedy}</dt>
        <dd>{failure.remedy}</dd>
      </dl>
      {failure.detail && (
        <details className={classes.detail}>
          <summary>{words.detail}</summary>
          <code>{failure.detail}</code>
        </details>
      )}
    </>
  );
}
