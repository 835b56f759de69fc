import { Switch } from '@mantine/core';
import { useId } from 'react';
import { prefer, usePreferences } from '../stores/preferences-store.ts';
import { useScreenLock } from '../stores/screen-lock-store.ts';
import { useStrings } from '../strings/use-strings.ts';
import classes from './PageControls.module.css';

/** What a person wants of the page while it trains. Takes effect at once, in a run in progress too. */
export function PageControls() {
  const { page } = useStrings().controls;
  const titleId = useId();
  const isSmooth = usePreferences((state) => state.isSmooth);
  const isScreenKeptOn = usePreferences((state) => state.isScreenKeptOn);
  const screen = useScreenLock();
  // A browser that has no such thing says so where it is asked for, before any run.
  const screenState = isScreenKeptOn && screen === 'idle' && !('wakeLock' in navigator) ? 'unsupported' : screen;
  const screenNote = isScreenKeptOn ? page.screenStates[screenState] : '';
  // The library puts the hint into the label as well: without a name of its own it would be read twice.
  return (
    <section className={classes.page} aria-labelledby={titleId}>
      <h2 className={classes.title} id={titleId}>
        {page.title}
      </h2>
      <p className={classes.note}>{page.lead}</p>
      <Switch
        size="sm"
        label={page.smooth}
        aria-label={page.smooth}
        description={page.smoothHint}
        checked={isSmooth}
        onChange={(event) => prefer({ isSmooth: event.currentTarget.checked })}
      />
      <Switch
        size="sm"
        label={page.screen}
        aria-label={page.screen}
        description={page.screenHint}
        checked={isScreenKeptOn}
        onChange={(event) => prefer({ isScreenKeptOn: event.currentTarget.checked })}
      />
      <p className={classes.state} role="status" data-state={screenState}>
        {screenNote}
      </p>
    </section>
  );
}
