import { Button } from '@mantine/core';
import { IconAdjustmentsHorizontal } from '@tabler/icons-react';
import { useStrings } from '../strings/use-strings.ts';
import { AdapterBadge } from './AdapterBadge.tsx';
import { Brand } from './Brand.tsx';
import classes from './Header.module.css';
import { HeaderTools } from './HeaderTools.tsx';
import { RunButtons } from './RunButtons.tsx';
import { WorkloadSelect } from './WorkloadSelect.tsx';

export interface HeaderProps {
  /** False: two rows, and a button for the sheet of controls. */
  readonly isWide: boolean;
  readonly onHelp: () => void;
  readonly onControls: () => void;
}

export function Header({ isWide, onHelp, onControls }: HeaderProps) {
  return isWide ? <WideHeader onHelp={onHelp} /> : <NarrowHeader onHelp={onHelp} onControls={onControls} />;
}

function WideHeader({ onHelp }: Pick<HeaderProps, 'onHelp'>) {
  return (
    <header className={classes.header}>
      <Brand />
      <WorkloadSelect />
      <RunButtons />
      <div className={classes.tools}>
        <AdapterBadge />
        <HeaderTools onHelp={onHelp} />
      </div>
    </header>
  );
}

function NarrowHeader({ onHelp, onControls }: Pick<HeaderProps, 'onHelp' | 'onControls'>) {
  const { shell } = useStrings();
  return (
    <header className={classes.narrow}>
      <div className={classes.row}>
        <Brand />
        <div className={classes.tools}>
          <AdapterBadge />
          <HeaderTools onHelp={onHelp} />
        </div>
      </div>
      <div className={classes.row}>
        <RunButtons />
        <Button
          className={classes.sheet}
          variant="default"
          leftSection={<IconAdjustmentsHorizontal size={16} stroke={1.75} />}
          onClick={onControls}
        >
          {shell.openControls}
        </Button>
      </div>
    </header>
  );
}
