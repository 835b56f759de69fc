import { formatBytes } from '../../src/core/bytes.ts';
import type { BenchRow, RowUnit, Target } from './bench-report.ts';

const count = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });
const NOTHING = '–';

/** A measured row as texts, the same in every kind of table. Empty where the row has nothing to say. */
export interface RowTexts {
  readonly name: string;
  readonly eager: string;
  readonly engine: string;
  readonly ratio: string;
  /** The ends of the ratio: "0.0400–0.0600". */
  readonly spread: string;
  /** "≤ 0.0500", "≥ 3" */
  readonly target: string;
  readonly reached: '' | 'yes' | 'NO';
  readonly note: string;
}

export function rowTexts({ name, unit, eager, engine, ratio, target, reached, note }: BenchRow): RowTexts {
  return {
    name,
    eager: eager === null ? NOTHING : valueText(eager, unit),
    engine: valueText(engine, unit),
    ratio: ratio ? ratioText(ratio.median) : NOTHING,
    spread: ratio && ratio.low !== ratio.high ? `${ratioText(ratio.low)}–${ratioText(ratio.high)}` : '',
    target: target ? targetText(target, unit) : '',
    reached: reached === null ? '' : reached ? 'yes' : 'NO',
    note: note ?? '',
  };
}

function targetText(target: Target, unit: RowUnit): string {
  if ('atLeast' in target) return `≥ ${valueText(target.atLeast, unit)}`;
  return `≤ ${target.of === 'ratio' ? ratioText(target.atMost) : valueText(target.atMost, unit)}`;
}

function valueText(value: number, unit: RowUnit): string {
  switch (unit) {
    case 'ms':
      return `${milliseconds(value)} ms`;
    case 'bytes':
      return formatBytes(value).text;
    case 'dispatches':
    case 'tasks':
    case 'examples':
    case 'slices':
      return count.format(value);
    default:
      return unit satisfies never;
  }
}

function milliseconds(value: number): string {
  if (value >= 100) return count.format(value);
  return value.toFixed(value >= 10 ? 1 : 2);
}

/** Three significant digits. */
function ratioText(ratio: number): string {
  return ratio >= 1 ? ratio.toFixed(2) : ratio.toPrecision(3);
}
