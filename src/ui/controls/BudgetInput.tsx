import { TextInput } from '@mantine/core';
import { type KeyboardEvent, useState } from 'react';
import { allowedValues } from '../../core/config/allowed-values.ts';
import { CONFIG_TABLE } from '../../core/config/config-table.ts';
import { useConfig } from '../stores/config-store.ts';
import { useStrings } from '../strings/use-strings.ts';
import { type BudgetUnit, budgetUnit, readBudget, stepBudget, writeBudget } from './budget-amount.ts';
import classes from './NumberControl.module.css';
import { useDescribedBy } from './use-described-by.ts';

const ROW = CONFIG_TABLE.budgetMiB;

const clamp = (budgetMiB: number) => Math.min(ROW.maximum, Math.max(ROW.minimum, budgetMiB));

interface Draft {
  readonly text: string;
  /** Of a number typed without a unit. */
  readonly bareUnit: BudgetUnit;
}

export interface BudgetDraft {
  /** What the input shows: the budget, or what is being typed. */
  readonly shown: string;
  /** Why the typed budget is not taken; undefined while it is, and while it is not typed to its end. */
  readonly problem: string | undefined;
  readonly onChange: (text: string) => void;
  readonly onBlur: () => void;
  readonly onStep: (direction: 1 | -1) => void;
}

/** A budget that is typed: each valid state of it counts at once; one out of range is brought into it on leaving. */
export function useBudgetDraft(): BudgetDraft {
  const { controls } = useStrings();
  const budgetMiB = useConfig((state) => state.config.budgetMiB);
  const update = useConfig((state) => state.update);
  const [draft, setDraft] = useState<Draft>();
  const typedMiB = draft && readBudget(draft.text, draft.bareUnit);
  const isRefused = typedMiB !== undefined && typedMiB !== clamp(typedMiB);
  return {
    shown: draft?.text ?? writeBudget(budgetMiB),
    problem: isRefused ? controls.mustBe(controls.fields.budgetMiB.label, allowedValues(ROW)) : undefined,
    onChange: (text) => {
      const bareUnit = draft?.bareUnit ?? budgetUnit(budgetMiB);
      setDraft({ text, bareUnit });
      const next = readBudget(text, bareUnit);
      if (next !== undefined && next === clamp(next)) update({ budgetMiB: next });
    },
    onBlur: () => {
      if (isRefused) update({ budgetMiB: clamp(typedMiB) });
      setDraft(undefined);
    },
    onStep: (direction) => {
      update({ budgetMiB: clamp(stepBudget(budgetMiB, direction)) });
      setDraft(undefined);
    },
  };
}

export interface BudgetInputProps {
  readonly id: string;
  readonly draft: BudgetDraft;
  /** Id of the element that says what is wrong with the budget. */
  readonly describedBy: string | undefined;
}

/** The budget as text, with its unit; the arrow keys move it. */
export function BudgetInput({ id, draft, describedBy }: BudgetInputProps) {
  const ref = useDescribedBy(describedBy);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return;
    event.preventDefault();
    draft.onStep(event.key === 'ArrowUp' ? 1 : -1);
  };
  return (
    <TextInput
      ref={ref}
      id={id}
      className={classes.number}
      size="xs"
      autoComplete="off"
      spellCheck={false}
      value={draft.shown}
      onChange={(event) => draft.onChange(event.currentTarget.value)}
      onBlur={draft.onBlur}
      onKeyDown={onKeyDown}
      error={draft.problem !== undefined}
    />
  );
}
