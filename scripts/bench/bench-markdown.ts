import type { BenchReport } from './bench-report.ts';
import { rowTexts } from './row-texts.ts';

const HEADING = ['', 'eager tfjs', 'this engine', 'ratio', 'target', 'reached'] as const;
const ALIGNMENT = ['---', '---:', '---:', '---:', '---', '---'] as const;

/** The measured rows as one Markdown table, each group under a row with its name alone. */
export function benchMarkdown({ rows }: BenchReport): string {
  const lines = [markdownRow(HEADING), markdownRow(ALIGNMENT)];
  for (const [index, row] of rows.entries()) {
    if (row.group !== rows[index - 1]?.group) lines.push(markdownRow([`**${row.group}**`, '', '', '', '', '']));
    const { name, eager, engine, ratio, target, reached } = rowTexts(row);
    lines.push(markdownRow([name, eager, engine, ratio, target, reached]));
  }
  return lines.join('\n');
}

/** A bar within a cell would begin another one. */
function markdownRow(cells: readonly string[]): string {
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
}
