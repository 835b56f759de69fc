import { Button } from '@mantine/core';
import { useId } from 'react';
import { CONFIG_TABLE } from '../../core/config/config-table.ts';
import type { NotFittingPlan, PlanReport } from '../../core/program/plan-report.ts';
import { limitsOf } from '../panels/device-text.ts';
import { useConfig } from '../stores/config-store.ts';
import { useDevice } from '../stores/device-store.ts';
import { usePlan } from '../stores/plan-store.ts';
import { useStrings } from '../strings/use-strings.ts';
import classes from './BudgetControl.module.css';
import { BudgetInput, useBudgetDraft } from './BudgetInput.tsx';
import { BudgetPresets } from './BudgetPresets.tsx';
import { writeBudget } from './budget-amount.ts';
import { budgetRange } from './budget-range.ts';
import { Field } from './Field.tsx';
import { RangeSlider } from './NumberControl.tsx';
import { smallestBudgetMiB } from './smallest-budget.ts';

/** The memory budget, with presets; where it holds nothing, the reason stands here and one press repairs it. */
export function BudgetControl() {
  const { controls } = useStrings();
  const report = usePlan((state) => state.report);
  const workload = useConfig((state) => state.config.workload);
  const budgetMiB = useConfig((state) => state.config.budgetMiB);
  const update = useConfig((state) => state.update);
  const limits = useDevice((state) => state.report && limitsOf(state.report));
  const id = useId();
  const draft = useBudgetDraft();
  const holdsNothing = report?.verdict === 'does-not-fit' ? <HoldsNothing report={report} /> : undefined;
  const problem = draft.problem ?? holdsNothing;
  const describedBy = problem === undefined ? undefined : `${id}-error`;
  const { label, explanation } = controls.fields.budgetMiB;
  return (
    <Field
      label={label}
      explanation={explanation}
      inputId={id}
      error={problem}
      aside={<BudgetInput id={id} draft={draft} describedBy={describedBy} />}
    >
      <RangeSlider
        row={CONFIG_TABLE.budgetMiB}
        ends={budgetRange(workload, limits)}
        label={label}
        textOf={writeBudget}
        value={budgetMiB}
        onChange={(next) => update({ budgetMiB: next })}
      />
      <BudgetPresets />
    </Field>
  );
}

function HoldsNothing({ report }: { readonly report: PlanReport & NotFittingPlan }) {
  const { controls } = useStrings();
  const update = useConfig((state) => state.update);
  const smallest = smallestBudgetMiB(report);
  return (
    <>
      <b>{report.failure.message}</b> {report.failure.remedy}
      {report.failure.code === 'whole-batch-does-not-fit' && (
        <Button
          className={classes.repair}
          size="compact-sm"
          variant="default"
          onClick={() => update({ accumulation: 'accumulate' })}
        >
          {controls.accumulateInstead}
        </Button>
      )}
      {smallest !== undefined && (
        <Button
          className={classes.repair}
          size="compact-sm"
          variant="default"
          onClick={() => update({ budgetMiB: smallest })}
        >
          {controls.smallestBudget(writeBudget(smallest))}
        </Button>
      )}
    </>
  );
}
