import { ActionIcon, NativeSelect } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { budgetUnit, stepBudget, writeBudget } from '../controls/budget-amount.ts';
import { formatInteger } from '../strings/format.ts';
import type { Strings } from '../strings/language.ts';
import { useStrings } from '../strings/use-strings.ts';
import { EntryInput } from './EntryInput.tsx';
import { isWeatherBudget, MOST, readWeatherBudget, readWhole, type WholeNumber } from './typed-entry.ts';
import { asKind, atSlice, ENTRY_KINDS, sliceOf, type WeatherEntry } from './weather-entries.ts';
import styles from './weather-list.module.css';

export interface WeatherRowProps {
  readonly entry: WeatherEntry;
  /** The person's budget, for what gets one. */
  readonly ownMiB: number;
  /** False where the entry is not one that weather takes; `edit` names the number that is being typed. */
  readonly onChange: (entry: WeatherEntry, edit: string) => boolean;
  /** The row was just added, and the focus goes to it. */
  readonly isNew: boolean;
  /** `next` is the button that removes a neighbour, for the focus to go to; undefined where there is none. */
  readonly onRemove: (next: HTMLElement | undefined) => void;
}

/** One entry of the weather, in words and numbers that can be changed. */
export function WeatherRow({ entry, ownMiB, isNew, onChange, onRemove }: WeatherRowProps) {
  const { list } = useStrings().panels.weather;
  const name = entryName(entry, list);
  const kindSelect = useRef<HTMLSelectElement>(null);
  useEffect(() => {
    if (isNew) kindSelect.current?.focus();
  }, [isNew]);
  return (
    <li>
      <fieldset className={styles.row} aria-label={name} data-kind={entry.kind}>
        <NativeSelect
          ref={kindSelect}
          className={styles.kind}
          size="xs"
          aria-label={list.kind}
          value={entry.kind}
          data={ENTRY_KINDS.map((kind) => ({ value: kind, label: list.kinds[kind] }))}
          onChange={({ currentTarget: { value } }) => {
            const kind = ENTRY_KINDS.find((candidate) => candidate === value);
            if (kind) onChange(asKind(entry, kind, ownMiB), 'kind');
          }}
        />
        <span className={styles.fields}>
          <EntryFields entry={entry} onChange={onChange} />
        </span>
        <ActionIcon
          className={styles.remove}
          variant="subtle"
          color="gray"
          aria-label={list.remove(name)}
          data-remove=""
          onClick={({ currentTarget }) => onRemove(neighbour(currentTarget))}
        >
          <IconX size={16} />
        </ActionIcon>
      </fieldset>
    </li>
  );
}

/** The button of the next row, or of the one before the last. */
function neighbour(button: HTMLElement): HTMLElement | undefined {
  const row = button.closest('li');
  const next = row?.nextElementSibling ?? row?.previousElementSibling;
  return next?.querySelector<HTMLElement>('[data-remove]') ?? undefined;
}

function entryName(entry: WeatherEntry, { kinds, entry: names }: Strings['panels']['weather']['list']): string {
  const kind = kinds[entry.kind];
  return 'from' in entry
    ? names.span(kind, formatInteger(entry.from), formatInteger(entry.to))
    : names.moment(kind, formatInteger(entry.update));
}

type FieldsProps = Pick<WeatherRowProps, 'entry' | 'onChange'>;

function EntryFields({ entry, onChange }: FieldsProps) {
  const { fields } = useStrings().panels.weather.list;
  if (entry.kind === 'ramp' || entry.kind === 'spike') return <SpanFields entry={entry} onChange={onChange} />;
  return (
    <>
      <Whole
        name={fields.update}
        kind="update"
        value={entry.update}
        onTake={(update) => onChange({ ...entry, update }, 'update')}
      />
      <Whole
        name={fields.slice}
        kind="slice"
        value={sliceOf(entry)}
        onTake={(slice) => onChange(atSlice(entry, slice), 'slice')}
      />
      {entry.kind === 'budget' && (
        <Budget
          name={fields.budget}
          valueMiB={entry.budgetMiB}
          onTake={(budgetMiB) => onChange({ ...entry, budgetMiB }, 'budget')}
        />
      )}
      {entry.kind === 'fail' && (
        <Whole
          name={fields.failures}
          kind="failures"
          value={entry.failAllocations}
          onTake={(failAllocations) => onChange({ ...entry, failAllocations }, 'failures')}
        />
      )}
    </>
  );
}

function SpanFields({
  entry,
  onChange,
}: FieldsProps & { readonly entry: Extract<WeatherEntry, { readonly kind: 'ramp' | 'spike' }> }) {
  const { fields, spanOrder } = useStrings().panels.weather.list;
  const order = spanOrder[entry.kind];
  return (
    <>
      <Whole
        name={fields.from}
        kind="update"
        value={entry.from}
        refusal={order}
        onTake={(from) => onChange({ ...entry, from }, 'from')}
      />
      <Whole
        name={fields.to}
        kind="update"
        value={entry.to}
        refusal={order}
        onTake={(to) => onChange({ ...entry, to }, 'to')}
      />
      {entry.kind === 'spike' ? (
        <Budget
          name={fields.budget}
          valueMiB={entry.budgetMiB}
          onTake={(budgetMiB) => onChange({ ...entry, budgetMiB }, 'budget')}
        />
      ) : (
        <>
          <Budget
            name={fields.fromBudget}
            valueMiB={entry.fromMiB}
            onTake={(fromMiB) => onChange({ ...entry, fromMiB }, 'fromMiB')}
          />
          <Budget
            name={fields.toBudget}
            valueMiB={entry.toMiB}
            onTake={(toMiB) => onChange({ ...entry, toMiB }, 'toMiB')}
          />
        </>
      )}
    </>
  );
}

interface WholeProps {
  readonly name: string;
  readonly kind: WholeNumber;
  readonly value: number;
  /** Why a good number may not be taken all the same. */
  readonly refusal?: string;
  readonly onTake: (value: number) => boolean;
}

function Whole({ name, kind, value, refusal, onTake }: WholeProps) {
  const { list } = useStrings().panels.weather;
  return (
    <EntryInput
      name={name}
      text={formatInteger(value)}
      width="short"
      onType={(text) => {
        const typed = readWhole(text, kind);
        if (typed === undefined) return list.mustBe(name, list.whole(formatInteger(MOST[kind])));
        return onTake(typed) ? undefined : refusal;
      }}
      onStep={(direction) => onTake(Math.min(MOST[kind], Math.max(1, value + direction)))}
    />
  );
}

interface BudgetProps {
  readonly name: string;
  readonly valueMiB: number;
  readonly onTake: (budgetMiB: number) => boolean;
}

function Budget({ name, valueMiB, onTake }: BudgetProps) {
  const { list } = useStrings().panels.weather;
  return (
    <EntryInput
      name={name}
      text={writeBudget(valueMiB)}
      width="long"
      onType={(text) => {
        const typed = readWeatherBudget(text, budgetUnit(valueMiB));
        return typed !== undefined && onTake(typed) ? undefined : list.mustBe(name, list.amount);
      }}
      onStep={(direction) => {
        const next = stepBudget(valueMiB, direction);
        if (isWeatherBudget(next)) onTake(next);
      }}
    />
  );
}
