import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { type FocusEvent, useId, useRef, useState } from 'react';
import { MAXIMUM_ENTRIES } from '../../core/weather/weather.ts';
import { formatInteger } from '../strings/format.ts';
import { useStrings } from '../strings/use-strings.ts';
import { rowOf, useWeatherRows } from './use-weather-rows.ts';
import type { WeatherScene } from './use-weather-scene.ts';
import { WeatherRow } from './WeatherRow.tsx';
import { endOf, type WeatherEntry } from './weather-entries.ts';
import styles from './weather-list.module.css';

/** More rows than these are shown when they are asked for: hundreds of inputs take long to draw. */
const MOST_SHOWN = 40;

/** The entries one by one: the weather for those who would rather type, or cannot draw. */
export function WeatherList({ scene }: { readonly scene: WeatherScene }) {
  const { list } = useStrings().panels.weather;
  const id = useId();
  const { rows, put, sort } = useWeatherRows(scene.weather);
  const [newest, setNewest] = useState<number>();
  const [showsAll, setShowsAll] = useState(false);
  const [isFull, setFull] = useState(false);
  const addButton = useRef<HTMLButtonElement>(null);
  const add = () => {
    const row = rowOf(newEntry(scene, rows));
    const isTaken = put([...rows, row]);
    setFull(!isTaken);
    if (!isTaken) return;
    setNewest(row.id);
    if (rows.length >= MOST_SHOWN) setShowsAll(true);
  };
  const onBlur = ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (!currentTarget.contains(relatedTarget)) sort();
  };
  return (
    <section className={styles.list} aria-labelledby={`${id}-title`} onBlur={onBlur}>
      <h3 className={styles.title} id={`${id}-title`}>
        {list.title}
      </h3>
      {rows.length === 0 && <p className={styles.none}>{list.none}</p>}
      <ol className={styles.rows}>
        {rows.slice(0, showsAll ? rows.length : MOST_SHOWN).map((row, index) => (
          <WeatherRow
            key={row.id}
            entry={row.entry}
            ownMiB={scene.ownMiB}
            isNew={row.id === newest}
            onChange={(entry, edit) => put(rows.with(index, { ...row, entry }), `${row.id} ${edit}`)}
            onRemove={(next) => {
              (next ?? addButton.current)?.focus();
              put(rows.toSpliced(index, 1));
              setFull(false);
            }}
          />
        ))}
      </ol>
      {rows.length > MOST_SHOWN && !showsAll && (
        <Button size="compact-sm" variant="subtle" onClick={() => setShowsAll(true)}>
          {list.showAll(formatInteger(rows.length))}
        </Button>
      )}
      <Button
        ref={addButton}
        className={styles.add}
        size="compact-sm"
        variant="default"
        leftSection={<IconPlus size={15} />}
        onClick={add}
      >
        {list.add}
      </Button>
      {isFull && (
        <p className={styles.problem} role="alert">
          {list.full(formatInteger(MAXIMUM_ENTRIES))}
        </p>
      )}
    </section>
  );
}

/** A step to the person's budget: a quarter into the run, or some time after the last entry. */
function newEntry({ ownMiB, updates }: WeatherScene, rows: readonly { readonly entry: WeatherEntry }[]): WeatherEntry {
  const stride = Math.max(1, Math.round(updates / 20));
  const last = Math.max(0, ...rows.map(({ entry }) => endOf(entry)));
  const update = last === 0 ? 1 + Math.floor(updates / 4) : last + stride;
  return { kind: 'budget', update: Math.min(update, Math.max(updates, last)), budgetMiB: ownMiB };
}
