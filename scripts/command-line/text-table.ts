/** A cell of a text table; `right` for numbers. */
export type Cell = string | { readonly right: string };

const COLUMN_GAP = '  ';

/** Lines with columns of equal width. Rows may be of different length; the last column is not padded on its right. */
export function alignColumns(rows: readonly (readonly Cell[])[]): string[] {
  const widths: number[] = [];
  for (const row of rows) {
    for (const [column, cell] of row.entries()) {
      widths[column] = Math.max(widths[column] ?? 0, textOf(cell).length);
    }
  }
  return rows.map((row) =>
    row
      .map((cell, column) => {
        const width = widths[column] ?? 0;
        return typeof cell === 'string' ? cell.padEnd(width) : cell.right.padStart(width);
      })
      .join(COLUMN_GAP)
      .trimEnd(),
  );
}

function textOf(cell: Cell): string {
  return typeof cell === 'string' ? cell : cell.right;
}

const EIGHTHS = ['', '▏', '▎', '▍', '▌', '▋', '▊', '▉'] as const;

/** A bar of block characters: `share` (0 to 1) of `width` characters, to an eighth of a character. */
export function bar(share: number, width: number): string {
  const eighths = Math.round(Math.min(Math.max(share, 0), 1) * width * 8);
  return '█'.repeat(Math.floor(eighths / 8)) + (EIGHTHS[eighths % 8] ?? '');
}
