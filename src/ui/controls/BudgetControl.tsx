import { Button } from '@mantine/core';
import { BUDGET_PRESETS_MIB } from '../../core/config/presets.ts';
import type { NotFittingPlan, PlanReport } from '../../core/program/plan-report.ts';
import { limitsOf } from '../panels/device-text.ts';
import { useConfig } from '../stores/config-store.ts';
import { useDevice } from '../stores/device-store.ts';
import { usePlan } from '../stores/plan-store.ts';
import { formatSignificant } from '../strings/format.ts';
import { useStrings } from '../strings/use-strings.ts';
import classes from './BudgetControl.module.css';
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
      <Presets />
    </NumberControl>
  );
}

function Presets() {
  const { controls } = useStrings();
  const budgetMiB = useConfig((state) => state.config.budgetMiB);
  const update = useConfig((state) => state.update);
  return (
    <fieldset className={classes.presets} aria-label={controls.presets}>
      {BUDGET_PRESETS_MIB.map((preset) => (
        <button
          type="button"
          key={preset}
          className={classes.preset}
          aria-pressed={preset === budgetMiB}
          onClick={() => update({ budgetMiB: preset })}
        >
          {presetName(preset)}
        </button>
      ))}
    </fieldset>
  );
}

/** 16 → "16", 1024 → "1 G": the unit stands beside the number above. */
function presetName(presetMiB: number): string {
  return presetMiB >= 1024 ? `${presetMiB / 1024}\u202fG` : String(presetMiB);
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
