import { Button } from '@mantine/core';
import type { NotFittingPlan, PlanReport } from '../../core/program/plan-report.ts';
import { limitsOf } from '../panels/device-text.ts';
import { useConfig } from '../stores/config-store.ts';
import { useDevice } from '../stores/device-store.ts';
import { usePlan } from '../stores/plan-store.ts';
import { formatSignificant } from '../strings/format.ts';
import { useStrings } from '../strings/use-strings.ts';
import classes from './BudgetControl.module.css';
import { BudgetPresets } from './BudgetPresets.tsx';
import { budgetRange } from './budget-range.ts';
import { NumberControl } from './NumberControl.tsx';
import { smallestBudgetMiB } from './smallest-budget.ts';

/** The memory budget, with presets; where it holds nothing, the reason stands here and one press repairs it. */
export function BudgetControl() {
  const { controls } = useStrings();
  const report = usePlan((state) => state.report);
  const workload = useConfig((state) => state.config.workload);
  const limits = useDevice((state) => state.report && limitsOf(state.report));
  return (
    <NumberControl
      field="budgetMiB"
      unit={controls.unitMiB}
      slider={budgetRange(workload, limits)}
      error={report?.verdict === 'does-not-fit' ? <HoldsNothing report={report} /> : undefined}
    >
      <BudgetPresets />
    </NumberControl>
  );
}

function HoldsNothing({ report }: { readonly report: PlanReport & NotFittingPlan }) {
  const { controls } = useStrings();
  const update = useConfig((state) => state.update);
  const smallest = smallestBudgetMiB(report);
  return (
    <>
      <b>{report.failure.message}</b> {report.failure.remedy}
      {smallest !== undefined && (
        <Button
          className={classes.repair}
          size="compact-sm"
          variant="default"
          onClick={() => update({ budgetMiB: smallest })}
        >
          {controls.smallestBudget(`${formatSignificant(smallest)} ${controls.unitMiB}`)}
        </Button>
      )}
    </>
  );
}
