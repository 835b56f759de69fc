import { IconChevronDown } from '@tabler/icons-react';
import { useStrings } from '../strings/use-strings.ts';
import classes from './HowItWorks.module.css';

/** Id of the section, for links to it. */
export const HOW_IT_WORKS_ID = 'how-it-works';

/** The short explanation: why the sum is the same, what it costs, where people go wrong. */
export function HowItWorks() {
  const { explain } = useStrings();
  return (
    <details className={classes.root} id={HOW_IT_WORKS_ID}>
      <summary className={classes.summary}>
        <h2 className={classes.title}>{explain.title}</h2>
        <span className={classes.lead}>{explain.lead}</span>
        <IconChevronDown className={classes.chevron} size={18} aria-hidden="true" />
      </summary>
      <div className={classes.sections}>
        {explain.sections.map(({ title, text, ...rest }) => (
          <section key={title} className={classes.section}>
            <h3>{title}</h3>
            {text.map((paragraph) => (
              <p key={paragraph}>{paragraph}</p>
            ))}
            {'formula' in rest && rest.formula && (
              <p className={classes.formula} role="img" aria-label={rest.formulaWords}>
                {rest.formula}
              </p>
            )}
          </section>
        ))}
      </div>
      <h3 className={classes.mistakesTitle}>{explain.mistakesTitle}</h3>
      <dl className={classes.mistakes}>
        {explain.mistakes.map(({ title, text }) => (
          <div key={title}>
            <dt>{title}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
