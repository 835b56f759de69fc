import { useState } from 'react';
import { allowedValues } from '../../core/config/allowed-values.ts';
import type { AutoOrIntegerField, NumberField } from '../../core/config/config-field.ts';

export interface NumberDraft {
  /** What the input shows: the value, or what is being typed. */
  readonly shown: number | string;
  /** What the typed number must be; undefined while it is fine. */
  readonly allowed: string | undefined;
  readonly onChange: (typed: number | string) => void;
  readonly onBlur: () => void;
}

/**
 * A number that is typed: each valid state of it counts at once; an invalid one stays in the input, with a sentence, and is
 * brought into the range when the input loses the focus.
 */
export function useNumberDraft(
  value: number,
  range: NumberField | AutoOrIntegerField,
  take: (value: number) => void,
): NumberDraft {
  const [typed, setTyped] = useState<number | string>();
  const number = typeof typed === 'number' ? typed : undefined;
  const isWhole = range.type === 'integer' || range.type === 'auto-or-integer';
  const isValid = (candidate: number) =>
    candidate >= range.minimum && candidate <= range.maximum && (!isWhole || Number.isInteger(candidate));
  return {
    shown: typed ?? value,
    allowed: number === undefined || isValid(number) ? undefined : allowedValues(range),
    onChange: (next) => {
      setTyped(next);
      if (typeof next === 'number' && isValid(next)) take(next);
    },
    onBlur: () => {
      if (number !== undefined && !isValid(number)) {
        take(Math.min(range.maximum, Math.max(range.minimum, isWhole ? Math.round(number) : number)));
      }
      setTyped(undefined);
    },
  };
}
