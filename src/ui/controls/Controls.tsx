import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconChevronDown } from '@tabler/icons-react';
import { useId } from 'react';
import { OPTIMIZER_IDS } from '../../core/config/training-config.ts';
import { PlannedBytesBar } from '../charts/PlannedBytesBar.tsx';
import { useConfig } from '../stores/config-store.ts';
import { usePlan } from '../stores/plan-store.ts';
import { useRun } from '../stores/run-store.ts';
import { isActive } from '../stores/shown-plan.ts';
import { formatInteger } from '../strings/format.ts';
import { useStrings } from '../strings/use-strings.ts';
import { WeatherNote } from '../weather/WeatherNote.tsx';
import { AddressProblems } from './AddressProblems.tsx';
import { BudgetControl } from './BudgetControl.tsx';
import { ChoiceControl } from './ChoiceControl.tsx';
import classes from './Controls.module.css';
import { DataLine } from './DataLine.tsx';
import { ExperimentControl } from './ExperimentControl.tsx';
import { LengthControl } from './LengthControl.tsx';
import { MoreControls } from './MoreControls.tsx';
import { NumberControl } from './NumberControl.tsx';
import { PageControls } from './PageControls.tsx';
import { SeedControl } from './SeedControl.tsx';
import { WorkloadControl } from './WorkloadControl.tsx';

/** Everything that decides the next run: what people change first stands first, the rest under More. */
export function Controls({ withWorkload = false }: { readonly withWorkload?: boolean }) {
  const { controls } = useStrings();
  const report = usePlan((state) => state.report);
  const optimizer = useConfig((state) => state.config.optimizer);
  const [opened, more] = useDisclosure(false);
  const moreId = useId();
  return (
    <div className={classes.controls}>
      <AddressProblems />
      {withWorkload ? <WorkloadControl /> : <DataLine />}
      <ExperimentControl />
      <NumberControl field="batchSize">
        <WholeDataNote />
      </NumberControl>
      <BudgetControl />
      <WeatherNote />
      <BudgetOfRunNote />
      <div className={classes.planned}>{report && <PlannedBytesBar report={report} />}</div>
      <ChoiceControl field="optimizer" options={OPTIMIZER_IDS} names={controls.optimizers} value={optimizer} />
      <NumberControl field="learningRate" />
      <LengthControl />
      <SeedControl />
      <Button
        className={classes.more}
        variant="subtle"
        size="sm"
        justify="space-between"
        rightSection={<IconChevronDown className={classes.chevron} size={16} data-opened={opened} />}
        aria-expanded={opened}
        aria-controls={moreId}
        onClick={more.toggle}
      >
        {opened ? controls.less : controls.more}
      </Button>
      <div id={moreId} className={classes.controls} hidden={!opened}>
        {opened && <MoreControls />}
        {opened && <PageControls />}
      </div>
    </div>
  );
}

/** What moving the budget does while a run is on: unlike any other setting, it is the run's at once. */
function BudgetOfRunNote() {
  const { shell } = useStrings();
  const phase = useRun((state) => state.phase);
  const ofRun = useRun((state) => state.config?.workload);
  const workload = useConfig((state) => state.config.workload);
  if (!isActive(phase)) return null;
  return <p className={classes.note}>{ofRun === workload ? shell.budgetOfRun : shell.formOfNextRun}</p>;
}

/** Why the sentence names a smaller batch than the form: no batch is larger than the data. */
function WholeDataNote() {
  const { controls } = useStrings();
  const report = usePlan((state) => state.report);
  if (!report || report.batch >= report.config.batchSize) return null;
  return <p className={classes.note}>{controls.wholeData(formatInteger(report.batch))}</p>;
}
