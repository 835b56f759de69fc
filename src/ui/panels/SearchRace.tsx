import { Button } from '@mantine/core';
import { IconFlag, IconPlayerStop, IconTable } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import type { PlanReport } from '../../core/program/plan-report.ts';
import { largestFound, RACE_AT_START, type RaceStanding } from '../../protocol/race-standing.ts';
import { DataTable } from '../charts/DataTable.tsx';
import { useClient } from '../client-context.ts';
import { announce } from '../stores/announcement-store.ts';
import { useDevice } from '../stores/device-store.ts';
import { isRacing, type RaceState, useRace } from '../stores/race-store.ts';
import { useRun } from '../stores/run-store.ts';
import { isActive } from '../stores/shown-plan.ts';
import { formatBytes, formatInteger } from '../strings/format.ts';
import type { Strings } from '../strings/language.ts';
import { useStrings } from '../strings/use-strings.ts';
import { RaceAxis } from './RaceAxis.tsx';
import { RaceRow } from './RaceRow.tsx';
import { raceTable } from './race-table.ts';
import styles from './search-race.module.css';
import { timeText } from './time-text.ts';

/**
 * Every search on the same settings, side by side. Before the first race the lanes stand empty, with the largest size
 * as planning knows it.
 */
export function SearchRace({ report }: { readonly report: PlanReport }) {
  const words = useStrings();
  const { race } = words.panels;
  const state = useRace((all) => all);
  const standing = state.standing ?? RACE_AT_START;
  const upperBound = standing.upperBound || report.batch;
  const planned = report.verdict === 'fits' ? report.capacity : 0;
  const largest = state.standing ? largestFound(standing) : planned;
  useAnnouncedEnd(state, words);
  return (
    <section className={styles.race} aria-labelledby="search-race">
      <div className={styles.head}>
        <div className={styles.intro}>
          <h3 className={styles.title} id="search-race">
            {race.title}
          </h3>
          <p className={styles.lead}>{race.lead}</p>
        </div>
        <RaceButton />
      </div>
      <Status state={state} />
      <RaceAxis upperBound={upperBound} largest={largest} />
      <ol className={styles.rows}>
        {standing.lanes.map((lane) => (
          <RaceRow
            key={lane.search}
            lane={lane}
            upperBound={upperBound}
            largest={largest}
            isWaiting={isRacing(state) && !lane.isRacing}
          />
        ))}
      </ol>
      <Foot standing={standing} />
    </section>
  );
}

function RaceButton() {
  const { race } = useStrings().panels;
  const client = useClient();
  const racing = useRace(isRacing);
  const hasRaced = useRace((state) => state.standing !== undefined);
  const runActive = useRun((state) => isActive(state.phase));
  const noDevice = useDevice((state) => state.report?.status === 'unavailable');
  if (racing) {
    return (
      <Button
        variant="default"
        leftSection={<IconPlayerStop size={16} />}
        // The second click of a double click would stop what the first has started.
        onClick={({ detail }) => detail <= 1 && client.stopRace()}
      >
        {race.stop}
      </Button>
    );
  }
  const obstacle = noDevice ? race.needsWebgpu : runActive ? race.runActive : undefined;
  return (
    <div className={styles.action}>
      <Button
        leftSection={<IconFlag size={16} />}
        disabled={obstacle !== undefined}
        {...(obstacle !== undefined && { 'aria-describedby': 'search-race-obstacle' })}
        onClick={() => client.race()}
      >
        {hasRaced ? race.again : race.start}
      </Button>
      {obstacle !== undefined && (
        <p className={styles.obstacle} id="search-race-obstacle">
          {obstacle}
        </p>
      )}
    </div>
  );
}

/** What was raced, and how far it is. */
function Status({ state: { config, standing } }: { readonly state: RaceState }) {
  const words = useStrings();
  const { race } = words.panels;
  if (!config || !standing) return null;
  if (standing.end?.type === 'failed') {
    const { message, cause, remedy } = standing.end.failure;
    return (
      <div className={styles.failure} role="alert">
        <strong>{message}</strong> {cause} {remedy}
      </div>
    );
  }
  const workload = words.controls.workloads[config.workload].name;
  return (
    <p className={styles.status}>
      <span>{statusText(standing, words)}</span>
      {standing.upperBound > 0 && (
        <span className={styles.settings}>
          {race.raced(workload, formatInteger(standing.upperBound), formatBytes(standing.usableBytes))}
        </span>
      )}
    </p>
  );
}

function statusText(standing: RaceStanding, { panels, controls }: Strings): string {
  const { race } = panels;
  const { end, lanes, compiling } = standing;
  const largest = largestFound(standing);
  if (end?.type === 'finished') return largest > 0 ? race.finished(formatInteger(largest)) : race.nothingFits;
  if (end) return race.stopped;
  const done = lanes.filter(({ result }) => result !== undefined).length;
  const current = lanes.find((lane) => lane.isRacing) ?? lanes[0];
  const name = current ? controls.searches[current.search] : '';
  const text = race.racing(name, formatInteger(done), formatInteger(lanes.length));
  if (!compiling) return text;
  return race.compiling(text, formatInteger(compiling.done + 1), formatInteger(compiling.total));
}

/** Says the end of a race that this page has watched, once. */
function useAnnouncedEnd({ standing }: RaceState, words: Strings): void {
  const end = standing?.end;
  const text = standing && end && end.type !== 'failed' ? statusText(standing, words) : undefined;
  const [known] = useState(end);
  useEffect(() => {
    if (text !== undefined && end !== known) announce(text);
  }, [text, end, known]);
}

function Foot({ standing }: { readonly standing: RaceStanding }) {
  const { panels, controls } = useStrings();
  const { race, search } = panels;
  const [isTable, setTable] = useState(false);
  const hasSizes = standing.lanes.some(({ sizes }) => sizes.length > 0);
  if (!hasSizes) return null;
  return (
    <div className={styles.foot}>
      {standing.end && <p className={styles.clock}>{race.clock(timeText(standing.compileMs, search.underOneMs))}</p>}
      <Button
        variant="default"
        size="compact-sm"
        leftSection={<IconTable size={15} />}
        aria-expanded={isTable}
        onClick={() => setTable(!isTable)}
      >
        {isTable ? race.hideTable : race.showTable}
      </Button>
      {isTable && (
        <div className={styles.table}>
          <DataTable
            caption={race.table}
            read={() => raceTable(standing, panels, controls.searches)}
            newestFirst={false}
          />
        </div>
      )}
    </div>
  );
}
