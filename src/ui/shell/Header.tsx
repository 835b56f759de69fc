import { WorkloadMenu } from '../controls/WorkloadMenu.tsx';
import { AdapterBadge } from './AdapterBadge.tsx';
import { Brand } from './Brand.tsx';
import classes from './Header.module.css';
import { HeaderTools } from './HeaderTools.tsx';
import { RunButtons } from './RunButtons.tsx';

export interface HeaderProps {
  /** False: two rows, the second for the run. */
  readonly isWide: boolean;
  readonly onHelp: () => void;
}

export function Header({ isWide, onHelp }: HeaderProps) {
  return isWide ? <WideHeader onHelp={onHelp} /> : <NarrowHeader onHelp={onHelp} />;
}

function WideHeader({ onHelp }: Pick<HeaderProps, 'onHelp'>) {
  return (
    <header className={classes.header}>
      <Brand />
      <WorkloadMenu />
      <RunButtons />
      <div className={classes.tools}>
        <AdapterBadge />
        <HeaderTools onHelp={onHelp} />
      </div>
    </header>
  );
}

function NarrowHeader({ onHelp }: Pick<HeaderProps, 'onHelp'>) {
  return (
    <header className={classes.narrow}>
      <div className={classes.row}>
        <Brand />
        <div className={classes.tools}>
          <AdapterBadge isShort />
          <HeaderTools onHelp={onHelp} />
        </div>
      </div>
      <RunButtons />
    </header>
  );
}
