import { Switch } from '@mantine/core';
import { useId } from 'react';
import { type Preferences, prefer, usePreferences } from '../stores/preferences-store.ts';
import { useScreenLock } from '../stores/screen-lock-store.ts';
import { useStrings } from '../strings/use-strings.ts';
import classes from './PageControls.module.css';

/** What a person wants of the page while it trains. Takes effect at once, in a run in progress too. */
export function PageControls() {
  const { page } = useStrings().controls;
  const titleId = useId();
  const isScreenKeptOn = usePreferences((state) => state.isScreenKeptOn);
  const screen = useScreenLock();
  // A browser that has no such thing says so where it is asked for, before any run.
  const screenState = isScreenKeptOn && screen === 'idle' && !('wakeLock' in navigator) ? 'unsupported' : screen;
  const screenNote = isScreenKeptOn ? page.screenStates[screenState] : '';
  return (
    <section className={classes.page} aria-labelledby={titleId}>
      <h2 className={classes.title} id={titleId}>
        {page.title}
      </h2>
      <p className={classes.note}>{page.lead}</p>
      <PreferenceSwitch name="isSmooth" label={page.smooth} hint={page.smoothHint} />
      <PreferenceSwitch name="isScreenKeptOn" label={page.screen} hint={page.screenHint} />
      <p className={classes.state} role="status" data-state={screenState}>
        {screenNote}
      </p>
    </section>
  );
}

interface PreferenceSwitchProps {
  readonly name: keyof Preferences;
  readonly label: string;
  readonly hint: string;
}

function PreferenceSwitch({ name, label, hint }: PreferenceSwitchProps) {
  const isOn = usePreferences((state) => state[name]);
  // The library puts the hint into the label as well: without a name of its own it would be read twice.
  return (
    <Switch
      size="sm"
      label={label}
      aria-label={label}
      description={hint}
      checked={isOn}
      onChange={(event) => prefer({ [name]: event.currentTarget.checked })}
    />
  );
}
