import { ActionIcon, Button, Tooltip } from '@mantine/core';
import {
  IconPlayerPauseFilled,
  IconPlayerPlayFilled,
  IconPlayerSkipForward,
  IconPlayerStopFilled,
  IconPlayerTrackNext,
  IconRotate2,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useClient } from '../client-context.ts';
import { runMainAction, runStep, useRunActions } from '../run-actions.ts';
import { announce } from '../stores/announcement-store.ts';
import { useRun } from '../stores/run-store.ts';
import { useStrings } from '../strings/use-strings.ts';
import classes from './RunButtons.module.css';

const ICON_SIZE = 16;

/** Start, Pause and Resume in one place; Stop, one slice, one update, Reset. */
export function RunButtons() {
  const { actions } = useStrings().shell;
  const client = useClient();
  const { main, obstacle, canStep, canStop, canReset } = useRunActions();
  const ended = useRun((state) => state.phase === 'finished' || state.phase === 'stopped');
  const mainLabel = main === 'start' && ended ? actions.startAgain : actions[main];
  const mainHint = obstacle ? actions[obstacle] : actions[`${main}Hint`];
  const canMain = main !== 'start' || obstacle === undefined;
  return (
    <fieldset className={classes.buttons} aria-label={actions.label}>
      <Tooltip label={`${mainHint} (Space)`} openDelay={400}>
        <Button
          className={classes.main}
          leftSection={
            main === 'pause' ? <IconPlayerPauseFilled size={ICON_SIZE} /> : <IconPlayerPlayFilled size={ICON_SIZE} />
          }
          {...marked(canMain)}
          onClick={({ detail }) => {
            // The second click of a double click would pause what the first has started.
            if (detail > 1) return;
            if (canMain) runMainAction(client);
            else announce(mainHint);
          }}
        >
          {mainLabel}
        </Button>
      </Tooltip>
      <Step
        label={actions.stepSlice}
        hint={`${actions.stepSliceHint} (→)`}
        enabled={canStep}
        onClick={() => runStep(client, 'slice')}
      >
        <IconPlayerSkipForward size={ICON_SIZE} stroke={1.75} />
      </Step>
      <Step
        label={actions.stepUpdate}
        hint={`${actions.stepUpdateHint} (⇧ →)`}
        enabled={canStep}
        onClick={() => runStep(client, 'update')}
      >
        <IconPlayerTrackNext size={ICON_SIZE} stroke={1.75} />
      </Step>
      <Plain label={actions.stop} hint={actions.stopHint} enabled={canStop} onClick={client.stop}>
        <IconPlayerStopFilled size={ICON_SIZE} />
      </Plain>
      <Plain label={actions.reset} hint={`${actions.resetHint} (R)`} enabled={canReset} onClick={client.reset}>
        <IconRotate2 size={ICON_SIZE} stroke={1.75} />
      </Plain>
    </fieldset>
  );
}

/** Looks and reads as disabled, and can still be focused, so that its hint can say why. */
function marked(enabled: boolean): { 'aria-disabled'?: true; 'data-disabled'?: true } {
  return enabled ? {} : { 'aria-disabled': true, 'data-disabled': true };
}

interface ToolProps {
  readonly label: string;
  readonly hint: string;
  readonly enabled: boolean;
  readonly onClick: () => void;
  readonly children: ReactNode;
}

function Step({ label, hint, enabled, onClick, children }: ToolProps) {
  return (
    <Tooltip label={hint} openDelay={400}>
      <Button
        className={classes.step}
        variant="default"
        leftSection={children}
        aria-label={label}
        {...marked(enabled)}
        onClick={() => enabled && onClick()}
      >
        <span className={classes.stepLabel}>{label}</span>
      </Button>
    </Tooltip>
  );
}

function Plain({ label, hint, enabled, onClick, children }: ToolProps) {
  return (
    <Tooltip label={hint} openDelay={400}>
      <ActionIcon
        className={classes.plain}
        variant="subtle"
        color="gray"
        aria-label={label}
        {...marked(enabled)}
        onClick={() => enabled && onClick()}
      >
        {children}
      </ActionIcon>
    </Tooltip>
  );
}
