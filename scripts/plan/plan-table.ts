import { formatBytes } from '../../src/core/bytes.ts';
import { limitAmount } from '../../src/core/limit-amount.ts';
import { BYTE_KINDS, type BytesByKind } from '../../src/core/program/byte-kind.ts';
import type { FittingPlan, PlanReport, SizeVerdict, SliceGroup } from '../../src/core/program/plan-report.ts';
import { alignColumns, bar, type Cell } from '../command-line/text-table.ts';
import { askedSizeNotes } from './asked-sizes.ts';
import { searchNote } from './search-note.ts';

const BAR_WIDTH = 24;
const count = new Intl.NumberFormat('en-US');
const percent = (share: number): string => `${(100 * share).toFixed(1)} %`;
const bytes = (value: number): string => formatBytes(value).text;

/** A plan as text for people: the answer first, then where the bytes go, then how the answer was found. */
export function planTable(report: PlanReport): string {
  const { config } = report;
  const title = [
    config.workload,
    `batch ${count.format(report.batch)}`,
    `budget ${bytes(report.budgetBytes)}`,
    ...(config.headroom > 0 ? [`${percent(config.headroom)} of it kept free`] : []),
    config.optimizer,
  ];
  const note = searchNote(report);
  const sections = [
    [
      title.join(' · '),
      ...askedSizeNotes(report),
      ...(note === undefined ? [] : [note]),
      report.reason,
      ...(report.verdict === 'fits' ? [] : [report.failure.remedy]),
    ],
    report.verdict === 'fits' ? cutLines(report) : [],
    kindLines(report.verdict === 'fits' ? 'Planned bytes' : 'Bytes for the smallest slice', report.bytes),
    figureLines(report),
    consideredLines(report),
    [`Planned in ${report.planMs.toFixed(0)} ms.`],
  ];
  return sections
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n');
}

function cutLines(report: PlanReport & FittingPlan): string[] {
  const share = percent(report.peakBytes / report.budgetBytes);
  return alignColumns([
    ['Largest slice that fits', { right: count.format(report.capacity) }, examples(report.capacity)],
    ['Micro-batch', { right: count.format(report.microBatch) }, examples(report.microBatch)],
    ['Accumulation steps', { right: count.format(report.accumulationSteps) }, slicesText(report.slices)],
    ['Peak', { right: bytes(report.peakBytes) }, `${share} of the budget`],
  ]);
}

const examples = (value: number): string => (value === 1 ? 'example' : 'examples');

/** "2 × 171 + 1 × 170" */
function slicesText(slices: readonly SliceGroup[]): string {
  return slices.map((group) => `${count.format(group.count)} × ${count.format(group.size)}`).join(' + ');
}

function kindLines(heading: string, byKind: BytesByKind): string[] {
  const total = BYTE_KINDS.reduce((sum, kind) => sum + byKind[kind], 0);
  const largest = Math.max(...BYTE_KINDS.map((kind) => byKind[kind]));
  const rows = BYTE_KINDS.map((kind): Cell[] => [
    `  ${kind}`,
    { right: bytes(byKind[kind]) },
    { right: percent(total > 0 ? byKind[kind] / total : 0) },
    bar(largest > 0 ? byKind[kind] / largest : 0, BAR_WIDTH),
  ]);
  return [heading, ...alignColumns([...rows, ['  together', { right: bytes(total) }]])];
}

function figureLines(report: PlanReport): string[] {
  const rows: Cell[][] = [
    ['Fixed, whatever the slice', { right: bytes(report.fixedBytes) }],
    ['For each example of a slice', { right: bytes(report.bytesPerExample) }],
    ['Parameters', { right: count.format(report.parameterCount) }],
  ];
  if (report.verdict === 'fits') {
    const { limits, lowerBoundBytes, largestBufferBytes, largestBindingBytes } = report;
    const ratio = (report.peakBytes / lowerBoundBytes).toFixed(2);
    rows.push(
      ['Liveness lower bound', { right: bytes(lowerBoundBytes) }, `peak is ${ratio} × as large`],
      ['Largest buffer', { right: bytes(largestBufferBytes) }, `device allows ${bytes(limits.maxBufferSize)}`],
      [
        'Largest binding',
        { right: bytes(largestBindingBytes) },
        `device allows ${bytes(limits.maxStorageBufferBindingSize)}`,
      ],
      ['GPU dispatches a slice', { right: count.format(report.dispatches) }],
      ['Evaluation takes at once', { right: count.format(report.evaluationMicroBatch) }, 'test examples'],
    );
  }
  return alignColumns(rows);
}

function consideredLines(report: PlanReport): string[] {
  if (report.considered.length === 0) return [];
  const rows = report.considered.map((size): Cell[] => [
    { right: `  ${count.format(size.microBatch)}` },
    { right: size.peakBytes > 0 ? bytes(size.peakBytes) : '–' },
    { right: `${size.planMs.toFixed(1)} ms` },
    verdictText(size.verdict),
  ]);
  const header: Cell[] = [{ right: '  micro-batch' }, { right: 'peak' }, { right: 'planned in' }, 'verdict'];
  return ['Sizes considered, in this order', ...alignColumns([header, ...rows])];
}

function verdictText(verdict: SizeVerdict): string {
  switch (verdict.type) {
    case 'fits':
      return 'fits';
    case 'over-budget':
      return `${formatBytes(verdict.overBytes, 'up').text} over the budget`;
    case 'over-limit':
      return `${verdict.limit}: asks ${limitAmount(verdict.limit, verdict.asked)}, allowed ${limitAmount(verdict.limit, verdict.allowed)}`;
    case 'out-of-memory':
      return 'refused by the device: out of memory';
    default:
      return verdict satisfies never;
  }
}
