import { type ConfigProblem, parseConfig } from '../../src/core/config/parse-config.ts';
import type { TrainingConfig } from '../../src/core/config/training-config.ts';

/**
 * Reads the settings of a run from a command line. One sentence for each setting that makes no sense; which of two values
 * would count is not said, because with a problem nothing runs.
 */
export function readSettings(settings: readonly (readonly [name: string, value: string])[]): {
  readonly config: TrainingConfig;
  readonly problems: readonly string[];
} {
  const { config, problems } = parseConfig(settings, 'report');
  return { config, problems: [...new Set(problems.map(sentence))] };
}

function sentence({ key, message, earlierKey }: ConfigProblem): string {
  if (earlierKey === undefined) return `--${message}`;
  return key === earlierKey ? `--${key} is given more than once.` : `--${earlierKey} and --${key} exclude each other.`;
}
