import { Button } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { familyOfImported } from '../../core/data/data-in-use.ts';
import type { ImportedId } from '../../core/data/imported-data.ts';
import type { ImportedData } from '../../protocol/data-report.ts';
import { useClient } from '../client-context.ts';
import { useData } from '../stores/data-store.ts';
import { formatBytes, formatDate, formatInteger } from '../strings/format.ts';
import { useStrings } from '../strings/use-strings.ts';
import classes from './StoredData.module.css';

const NONE: readonly ImportedData[] = [];

/** The data sets that a person gave, in this visit or one before. */
export function StoredData() {
  const { stored } = useStrings().data;
  const imported = useData((state) => state.report?.imported) ?? NONE;
  const failure = useData((state) => state.report?.failure);
  const isPersistent = useData((state) => state.isPersistent);
  const title = useRef<HTMLHeadingElement>(null);
  const askedFor = useRef(new Set<ImportedId>());
  useEffect(() => {
    for (const id of askedFor.current) {
      if (imported.some((data) => data.id === id)) continue;
      // The row is gone with its button: the title takes the focus.
      askedFor.current.delete(id);
      title.current?.focus();
    }
  }, [imported]);
  return (
    <div>
      <h4 className={classes.title} ref={title} tabIndex={-1}>
        {stored.title}
      </h4>
      {failure && (
        <p className={classes.failure}>
          {failure.message} {failure.remedy}
        </p>
      )}
      {imported.length === 0 && !failure && <p className={classes.note}>{stored.none}</p>}
      {imported.length > 0 && (
        <ul className={classes.list}>
          {imported.map((data) => (
            <StoredRow key={data.id} data={data} onRemove={() => askedFor.current.add(data.id)} />
          ))}
        </ul>
      )}
      {imported.length > 0 && isPersistent !== undefined && (
        <p className={classes.note}>{isPersistent ? stored.persistent : stored.notPersistent}</p>
      )}
    </div>
  );
}

interface StoredRowProps {
  readonly data: ImportedData;
  /** Removing has been asked for. */
  readonly onRemove: () => void;
}

function StoredRow({ data, onRemove }: StoredRowProps) {
  const { data: words } = useStrings();
  const client = useClient();
  const [isAsking, setAsking] = useState(false);
  const { id, keeping } = data;
  const { name } = words.sets[id];
  const isUsed = useData((state) => state.report?.inUse[familyOfImported(id)] === id);
  const remove = () => {
    onRemove();
    client.removeData(id);
  };
  return (
    <li className={classes.item}>
      <div className={classes.row}>
        <span className={classes.name}>
          {name}
          {isUsed && <span className={classes.badge}>{words.stored.inUse}</span>}
        </span>
        {!isAsking && (
          <Button
            size="compact-sm"
            variant="default"
            aria-label={words.stored.removeOf(name)}
            onClick={() => setAsking(true)}
          >
            {words.stored.remove}
          </Button>
        )}
      </div>
      <p className={classes.facts}>
        {words.counts(formatInteger(data.trainExamples), formatInteger(data.testExamples))} ·{' '}
        {formatBytes(data.byteLength)} ·{' '}
        {keeping.status === 'kept' ? words.stored.kept(formatDate(keeping.keptAtMs)) : words.stored.sessionOnly}
      </p>
      {keeping.status === 'session-only' && (
        <p className={classes.failure}>
          {keeping.failure.message} {keeping.failure.remedy}
        </p>
      )}
      {isAsking && <Confirm name={name} onKeep={() => setAsking(false)} onRemove={remove} />}
    </li>
  );
}

interface ConfirmProps {
  readonly name: string;
  readonly onKeep: () => void;
  readonly onRemove: () => void;
}

function Confirm({ name, onKeep, onRemove }: ConfirmProps) {
  const { stored } = useStrings().data;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields.
    <div className={classes.confirm} role="group" aria-label={stored.confirm(name)}>
      <p>{stored.confirm(name)}</p>
      <Button size="compact-sm" color="red" variant="outline" onClick={onRemove}>
        {stored.confirmed}
      </Button>
      <Button size="compact-sm" variant="default" autoFocus onClick={onKeep}>
        {stored.keep}
      </Button>
    </div>
  );
}
