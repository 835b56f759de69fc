import { Drawer } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconAdjustmentsHorizontal, IconChevronUp } from '@tabler/icons-react';
import { useEffect } from 'react';
import { DialogTitle } from '../shell/DialogTitle.tsx';
import { useConfig } from '../stores/config-store.ts';
import { useTab } from '../stores/tab-store.ts';
import { formatInteger } from '../strings/format.ts';
import { useStrings } from '../strings/use-strings.ts';
import { writeBudget } from './budget-amount.ts';
import { Controls } from './Controls.tsx';
import classes from './ControlsSheet.module.css';

/**
 * The controls of a small screen: a bar at its foot that says what is set, and opens a sheet. The sheet leaves sentence and
 * ribbon in sight and undimmed, since they answer each move.
 */
export function ControlsSheet() {
  const { shell, controls } = useStrings();
  const [isOpen, sheet] = useDisclosure(false);
  const calls = useTab((state) => state.calls);
  const { close } = sheet;
  // A part of the sheet has called for a tab, which lies behind it.
  useEffect(() => {
    if (calls > 0) close();
  }, [calls, close]);
  const { batchSize, budgetMiB, optimizer } = useConfig((state) => state.config);
  const summary = shell.controlsSummary(
    formatInteger(batchSize),
    writeBudget(budgetMiB),
    controls.optimizers[optimizer],
  );
  return (
    <>
      <button type="button" className={classes.bar} aria-haspopup="dialog" aria-expanded={isOpen} onClick={sheet.open}>
        <IconAdjustmentsHorizontal size={18} stroke={1.75} aria-hidden="true" />
        <b>{shell.openControls}</b>
        <span className={classes.summary}>{summary}</span>
        <IconChevronUp size={18} stroke={1.75} aria-hidden="true" />
      </button>
      <Drawer.Root
        opened={isOpen}
        onClose={sheet.close}
        position="bottom"
        size="56dvh"
        classNames={{ content: classes.sheet ?? '' }}
      >
        <Drawer.Overlay backgroundOpacity={0} />
        <Drawer.Content>
          <DialogTitle
            title={<Drawer.Title>{shell.controlsTitle}</Drawer.Title>}
            close={<Drawer.CloseButton aria-label={shell.closeControls} />}
          />
          <Drawer.Body>
            <Controls withWorkload />
          </Drawer.Body>
        </Drawer.Content>
      </Drawer.Root>
    </>
  );
}
