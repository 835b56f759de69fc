import { ActionIcon } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useEffect, useMemo, useState } from 'react';
import { formatInteger } from '../strings/format.ts';
import { useStrings } from '../strings/use-strings.ts';
import { type ChartTable, cellText, pageRows } from './chart-table.ts';
import styles from './data-table.module.css';

const ROWS_PER_PAGE = 100;

export interface DataTableProps {
  readonly caption: string;
  readonly read: () => ChartTable;
  /** True for data that grow at their end. */
  readonly newestFirst: boolean;
}

/** Milliseconds between two looks at growing data: rows that move faster cannot be read. */
const REFRESH_MS = 1000;

/** The table as it is now; growing data are read again every second, on their first page only, so that others stand still. */
function useTable(read: () => ChartTable, isGrowing: boolean, page: number): ChartTable {
  const [look, setLook] = useState(0);
  useEffect(() => {
    if (!isGrowing || page > 0) return;
    const timer = setInterval(() => setLook((count) => count + 1), REFRESH_MS);
    return () => clearInterval(timer);
  }, [isGrowing, page]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: growing data change without `read` changing
  const snapshot = useMemo(() => (isGrowing ? read() : undefined), [isGrowing, look, page]);
  return snapshot ?? read();
}

/** A table in pages of a hundred rows, that scrolls inside its box. */
export function DataTable({ caption, read, newestFirst }: DataTableProps) {
  const { shared } = useStrings().charts;
  const [asked, setPage] = useState(0);
  const table = useTable(read, newestFirst, asked);
  const pages = Math.max(1, Math.ceil(table.rows / ROWS_PER_PAGE));
  const page = Math.min(asked, pages - 1);
  const rows = pageRows(table.rows, page, { rowsPerPage: ROWS_PER_PAGE, newestFirst });
  return (
    <div className={styles.box}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard */}
      <section className={styles.scroll} tabIndex={0} aria-label={shared.scrolls(caption)}>
        <table className={styles.table}>
          <caption className={styles.caption}>{caption}</caption>
          <thead>
            <tr>
              {table.columns.map((column) => (
                <th key={column.csvName} scope="col" data-text={typeof column.values[0] === 'string'}>
                  {column.name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row}>
                {table.columns.map((column) => (
                  <td key={column.csvName} data-text={typeof column.values[row] === 'string'}>
                    {cellText(column, row)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
        {table.rows === 0 && <p className={styles.none}>{shared.noRows}</p>}
      </section>
      {pages > 1 && <Pages caption={caption} page={page} pages={pages} rows={table.rows} onPage={setPage} />}
    </div>
  );
}

interface PagesProps {
  readonly caption: string;
  readonly page: number;
  readonly pages: number;
  readonly rows: number;
  readonly onPage: (page: number) => void;
}

function Pages({ caption, page, pages, rows, onPage }: PagesProps) {
  const { shared } = useStrings().charts;
  return (
    <nav className={styles.pages} aria-label={shared.pages(caption)}>
      <ActionIcon
        variant="subtle"
        color="gray"
        size="sm"
        aria-label={shared.previousPage}
        disabled={page === 0}
        onClick={() => onPage(page - 1)}
      >
        <IconChevronLeft size={16} />
      </ActionIcon>
      <span>{shared.page(formatInteger(page + 1), formatInteger(pages), formatInteger(rows))}</span>
      <ActionIcon
        variant="subtle"
        color="gray"
        size="sm"
        aria-label={shared.nextPage}
        disabled={page === pages - 1}
        onClick={() => onPage(page + 1)}
      >
        <IconChevronRight size={16} />
      </ActionIcon>
    </nav>
  );
}
