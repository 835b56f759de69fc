import fc from 'fast-check';
import type { ConfigField } from '../../../../src/core/config/config-field.ts';
import { CONFIG_KEYS, configField } from '../../../../src/core/config/config-table.ts';
import { weatherToText } from '../../../../src/core/weather/weather-text.ts';
import { anyWeather } from '../weather/any-weather.ts';

/** Any valid value of a setting; zero is never negative, as no text says "-0". */
export function arbitraryValue(field: ConfigField): fc.Arbitrary<string | number> {
  switch (field.type) {
    case 'choice':
      return fc.constantFrom(...field.options);
    case 'integer':
      return fc.integer({ min: field.minimum, max: field.maximum });
    case 'auto-or-integer':
      return fc.oneof(fc.constant('auto'), fc.integer({ min: field.minimum, max: field.maximum }));
    case 'number':
    case 'MiB':
      return fc
        .double({ min: field.minimum, max: field.maximum, noNaN: true })
        .map((value) => (value === 0 ? 0 : value));
    case 'weather':
      return anyWeather.map(weatherToText);
    default:
      return field satisfies never;
  }
}

/** Any valid configuration, as an untyped record: the schema turns it into a TrainingConfig. */
export function arbitraryConfigRecord(): fc.Arbitrary<Record<string, string | number>> {
  return fc.record(Object.fromEntries(CONFIG_KEYS.map((key) => [key, arbitraryValue(configField(key))])));
}
