import { NumberInput, SegmentedControl } from '@mantine/core';
import { useId } from 'react';
import { CONFIG_TABLE } from '../../core/config/config-table.ts';
import { useConfig } from '../stores/config-store.ts';
import { usePlan } from '../stores/plan-store.ts';
import { useStrings } from '../strings/use-strings.ts';
import { Field } from './Field.tsx';
import classes from './NumberControl.module.css';
import { useNumberDraft } from './use-number-draft.ts';

/** The micro-batch: computed, or fixed by the person. Fixing it starts from the computed size. */
export function MicroBatchControl() {
  const { controls } = useStrings();
  const id = useId();
  const row = CONFIG_TABLE.microBatch;
  const microBatch = useConfig((state) => state.config.microBatch);
  const batchSize = useConfig((state) => state.config.batchSize);
  const update = useConfig((state) => state.update);
  const planned = usePlan(({ report }) => (report?.verdict === 'fits' ? report.microBatch : undefined));
  const size = microBatch === 'auto' ? (planned ?? batchSize) : microBatch;
  const draft = useNumberDraft(size, row, (next) => update({ microBatch: next }));
  const { label, explanation } = controls.fields.microBatch;
  return (
    <Field
      label={label}
      explanation={explanation}
      inputId={id}
      {...(draft.allowed !== undefined && { error: controls.mustBe(label, draft.allowed) })}
      aside={
        <NumberInput
          id={id}
          className={classes.number}
          size="xs"
          hideControls
          allowDecimal={false}
          allowNegative={false}
          thousandSeparator=","
          clampBehavior="none"
          disabled={microBatch === 'auto'}
          value={draft.shown}
          onChange={draft.onChange}
          onBlur={draft.onBlur}
          error={draft.allowed !== undefined}
        />
      }
    >
      <SegmentedControl
        size="xs"
        fullWidth
        aria-label={label}
        value={microBatch === 'auto' ? 'auto' : 'fixed'}
        data={[
          { value: 'auto', label: controls.automatic },
          { value: 'fixed', label: controls.fixed },
        ]}
        onChange={(choice) => update({ microBatch: choice === 'auto' ? 'auto' : size })}
      />
    </Field>
  );
}
