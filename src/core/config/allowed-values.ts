import { WEATHER_ENTRIES } from '../weather/weather-text.ts';
import type { ConfigField, NumberRange } from './config-field.ts';

/** What a setting takes, to follow "must be": "a whole number from 1 to 16,384". */
export function allowedValues(field: ConfigField): string {
  switch (field.type) {
    case 'choice':
      return oneOf(field.options);
    case 'integer':
      return `a whole number ${fromTo(field)}`;
    case 'number':
      return `a number ${fromTo(field)}`;
    case 'MiB':
      return `an amount of memory ${fromTo(field)} MiB, such as 6, 6MiB or 24GiB`;
    case 'auto-or-integer':
      return `auto or a whole number ${fromTo(field)}`;
    case 'weather':
      return `weather, in ${WEATHER_ENTRIES} joined by _, or as JSON`;
    default:
      return field satisfies never;
  }
}

function fromTo(range: NumberRange): string {
  return `from ${readable(range.minimum)} to ${readable(range.maximum)}`;
}

function readable(value: number): string {
  return Number.isInteger(value) ? value.toLocaleString('en-US') : String(value);
}

function oneOf(options: readonly string[]): string {
  const last = options.at(-1) ?? '';
  return options.length > 1 ? `${options.slice(0, -1).join(', ')} or ${last}` : last;
}
