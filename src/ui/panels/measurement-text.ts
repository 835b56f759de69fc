import { BYTES_PER_MIB } from '../../core/bytes.ts';
import { formatBytes } from '../strings/format.ts';

/** A budget with its unit: 3276 → "3.20 GiB". */
export function budgetText(budgetMiB: number): string {
  return formatBytes(budgetMiB * BYTES_PER_MIB);
}

/** A round share: 0.8 → "80 %". */
export function shareText(share: number): string {
  return `${Math.round(share * 100)}\u00a0%`;
}
