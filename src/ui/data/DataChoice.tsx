import { useId } from 'react';
import { type DataFamily, type DataSource, familyOfImported } from '../../core/data/data-in-use.ts';
import type { ExampleCounts } from '../../protocol/data-report.ts';
import { useClient } from '../client-context.ts';
import { useData } from '../stores/data-store.ts';
import { formatInteger } from '../strings/format.ts';
import { useStrings } from '../strings/use-strings.ts';
import classes from './DataChoice.module.css';

/** What comes with the page, or one of the data sets that a person gave. Nothing while there is nothing to choose. */
export function DataChoice({ family }: { readonly family: DataFamily }) {
  const { data: words } = useStrings();
  const client = useClient();
  const report = useData((state) => state.report);
  const imported = report?.imported.filter(({ id }) => familyOfImported(id) === family) ?? [];
  if (!report || imported.length === 0) return null;
  const option = (source: DataSource) => ({
    name: `data-of-${family}`,
    isChosen: report.inUse[family] === source,
    onChoose: () => client.chooseData(family, source),
  });
  return (
    <fieldset className={classes.choice}>
      <legend>{words.inUse.choice}</legend>
      <Option {...option('bundled')} title={words.inUse.bundled[family]} />
      {imported.map((entry) => (
        <Option key={entry.id} {...option(entry.id)} title={words.sets[entry.id].name} sizes={entry} />
      ))}
    </fieldset>
  );
}

interface OptionProps {
  readonly name: string;
  readonly title: string;
  readonly sizes?: ExampleCounts;
  readonly isChosen: boolean;
  readonly onChoose: () => void;
}

function Option({ name, title, sizes, isChosen, onChoose }: OptionProps) {
  const { data: words } = useStrings();
  const id = useId();
  return (
    <div className={classes.option} data-chosen={isChosen}>
      <input id={id} type="radio" name={name} checked={isChosen} onChange={onChoose} />
      <label htmlFor={id}>
        <span className={classes.title}>{title}</span>
        {sizes && (
          <span className={classes.sizes}>
            {words.counts(formatInteger(sizes.trainExamples), formatInteger(sizes.testExamples))}
          </span>
        )}
      </label>
    </div>
  );
}
