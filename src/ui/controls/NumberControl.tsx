import { NumberInput, Slider } from '@mantine/core';
import { type ReactNode, useId, useMemo } from 'react';
import type { AutoOrIntegerField, ConfigKey, NumberField } from '../../core/config/config-field.ts';
import { CONFIG_TABLE } from '../../core/config/config-table.ts';
import type { TrainingConfig } from '../../core/config/training-config.ts';
import { useConfig } from '../stores/config-store.ts';
import { formatInteger, formatSignificant } from '../strings/format.ts';
import { useStrings } from '../strings/use-strings.ts';
import { Field } from './Field.tsx';
import { logStops, nearestStop, roundToDigits } from './log-stops.ts';
import classes from './NumberControl.module.css';
import { useDescribedBy } from './use-described-by.ts';
import { useNumberDraft } from './use-number-draft.ts';

/** Settings that are always a number. */
export type NumberKey = {
  [K in ConfigKey]: TrainingConfig[K] extends number ? K : never;
}[ConfigKey];

export interface NumberControlProps {
  readonly field: NumberKey;
  /** Narrows the slider, never the number. */
  readonly slider?: { readonly from: number; readonly to: number } | null;
  /** Beside the number: a button. */
  readonly tool?: ReactNode;
  /** Below the slider. */
  readonly children?: ReactNode;
}

/** A numeric setting: typed number and slider, both bound to the form. */
export function NumberControl({ field, slider, tool, children }: NumberControlProps) {
  const { controls } = useStrings();
  const id = useId();
  const row: NumberField = CONFIG_TABLE[field];
  const value = useConfig((state) => state.config[field]);
  const update = useConfig((state) => state.update);
  const take = (next: number) => update({ [field]: next });
  const draft = useNumberDraft(value, row, take);
  const { label, explanation } = controls.fields[field];
  const ends = slider === undefined ? row.slider : slider;
  const problem = draft.allowed === undefined ? undefined : controls.mustBe(label, draft.allowed);
  const inputRef = useDescribedBy(problem === undefined ? undefined : `${id}-error`);
  return (
    <Field
      label={label}
      explanation={explanation}
      inputId={id}
      error={problem}
      aside={
        <div className={classes.aside}>
          {tool}
          <NumberInput
            ref={inputRef}
            id={id}
            className={classes.number}
            size="xs"
            hideControls
            allowNegative={false}
            allowDecimal={row.type !== 'integer'}
            thousandSeparator=","
            clampBehavior="none"
            min={row.minimum}
            max={row.maximum}
            step={row.step}
            value={draft.shown}
            onChange={draft.onChange}
            onBlur={draft.onBlur}
            error={draft.allowed !== undefined}
          />
        </div>
      }
    >
      {ends && <RangeSlider row={row} ends={ends} label={label} value={value} onChange={take} />}
      {children}
    </Field>
  );
}

interface RangeSliderProps {
  readonly row: NumberField | AutoOrIntegerField;
  readonly ends: { readonly from: number; readonly to: number };
  readonly label: string;
  /** A value as it is read out; by default the number alone. */
  readonly textOf?: (value: number) => string;
  readonly value: number;
  readonly onChange: (value: number) => void;
}

const STOPS_PER_DOUBLING = 16;

/** The slider moves over stops: evenly spaced numbers, or evenly spaced ratios on a logarithmic scale. */
export function RangeSlider({ row, ends, label, textOf, value, onChange }: RangeSliderProps) {
  const { controls } = useStrings();
  const { from, to } = ends;
  const isWhole = row.type === 'integer' || row.type === 'auto-or-integer';
  const stops = useMemo(() => {
    if (row.scale === 'linear') return linearStops(from, to, row.step);
    const round = isWhole ? Math.round : roundToDigits(from < 1 ? 2 : 3);
    const stopsOfScale = logStops({ from, to, perDoubling: STOPS_PER_DOUBLING, round });
    return row.minimum === 0 ? [0, ...stopsOfScale] : stopsOfScale;
  }, [row, from, to, isWhole]);
  const at = (index: number) => stops[Math.round(index)] ?? value;
  const shownStop = nearestStop(stops, value);
  // A value that was typed may lie between two stops: it is the value that is read out.
  const text = (index: number) => {
    const shown = Math.round(index) === shownStop ? value : at(index);
    if (textOf) return textOf(shown);
    return isWhole ? formatInteger(shown) : formatSignificant(shown);
  };
  return (
    <Slider
      className={classes.slider}
      size={4}
      thumbSize={16}
      min={0}
      max={stops.length - 1}
      step={1}
      value={shownStop}
      onChange={(index) => onChange(at(index))}
      label={null}
      thumbLabel={controls.slider(label)}
      thumbValueText={text}
    />
  );
}

function linearStops(from: number, to: number, step: number): readonly number[] {
  const count = Math.round((to - from) / step);
  return Array.from({ length: count + 1 }, (_, index) => roundToDigits(10)(from + index * step));
}
