import { formatBytes } from './bytes.ts';
import type { LimitName } from './program/plan-report.ts';

/**
 * What is asked of a limit or allowed by it, for people: "802,816 bytes (784 KiB)", "70,000 workgroups". The exact number
 * stands first, because a value just over its limit rounds to the same three digits.
 */
export function limitAmount(limit: LimitName, value: number): string {
  const exact = value.toLocaleString('en-US');
  if (limit === 'maxComputeWorkgroupsPerDimension') return `${exact} workgroups`;
  const { unit, text } = formatBytes(value);
  return unit === 'B' ? `${exact} bytes` : `${exact} bytes (${text})`;
}
