import type { ConfigKey } from './config-field.ts';
import { CONFIG_KEYS, configField } from './config-table.ts';
import { DEFAULT_WORKLOAD, defaultConfig } from './default-config.ts';
import { type ParsedConfig, parseConfig } from './parse-config.ts';
import type { TrainingConfig } from './training-config.ts';

/**
 * A configuration as the query of an address, without the question mark: what departs from the workload's defaults, in
 * the table's order, and always the seed. `configFromSearch` reads it back, every number to the bit.
 */
export function configToSearch(config: TrainingConfig): string {
  const defaults: TrainingConfig = { ...defaultConfig(config.workload), workload: DEFAULT_WORKLOAD };
  const params = new URLSearchParams();
  for (const key of CONFIG_KEYS) {
    const param = paramOf(key, config);
    if (param !== undefined && departs(key, config, defaults)) params.set(param, textOf(key, config));
  }
  return params.toString();
}

/** Reads the query of an address, with or without its question mark. Never throws; other parameters are ignored. */
export function configFromSearch(search: string): ParsedConfig {
  return parseConfig(new URLSearchParams(search), 'ignore');
}

/** The name a setting goes by; a run's length goes by its unit, and the unit has no name of its own. */
function paramOf(key: ConfigKey, config: TrainingConfig): string | undefined {
  return key === 'length' ? config.lengthUnit : configField(key).params[0];
}

function departs(key: ConfigKey, config: TrainingConfig, defaults: TrainingConfig): boolean {
  if (key === 'seed') return true;
  const unitDeparts = key === 'length' && config.lengthUnit !== defaults.lengthUnit;
  return unitDeparts || config[key] !== defaults[key];
}

function textOf(key: ConfigKey, config: TrainingConfig): string {
  return configField(key).type === 'MiB' ? `${config[key]}MiB` : String(config[key]);
}
