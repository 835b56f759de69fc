import { ActionIcon, Tooltip, VisuallyHidden } from '@mantine/core';
import { IconChartLine, IconDownload, IconInfoCircle, IconTable } from '@tabler/icons-react';
import { type ReactNode, useId, useState } from 'react';
import { toCsv } from '../../core/metrics/series-csv.ts';
import { useStrings } from '../strings/use-strings.ts';
import styles from './chart-panel.module.css';
import { type ChartTable, csvColumns } from './chart-table.ts';
import { DataTable } from './DataTable.tsx';
import { downloadText } from './download.ts';
import { LiveSummary } from './LiveSummary.tsx';
import { useVisibility, VisibilityContext } from './visibility.ts';

const ICON = { size: 16, stroke: 1.75 } as const;

export interface ChartPanelProps {
  readonly title: string;
  /** One line under the title. */
  readonly lead: string;
  /** The rest, shown on hover or focus. */
  readonly explanation: string;
  /** What the chart shows, in a sentence, for people who do not see it. */
  readonly summary: () => string;
  /** The data behind the chart, made when somebody asks for it. */
  readonly table: () => ChartTable;
  /** True for data that grow at their end, so that the newest rows come first. */
  readonly newestFirst?: boolean;
  /** Name of the CSV file, without its ending. */
  readonly fileName: string;
  readonly children: ReactNode;
}

/** A chart with its words, its data as a table, and its data as a file. */
export function ChartPanel(props: ChartPanelProps) {
  const { title, lead, summary, table, newestFirst = false, fileName, children } = props;
  const [showsTable, setShowsTable] = useState(false);
  const id = useId();
  const { ref, visibility } = useVisibility<HTMLElement>();
  return (
    <section className={styles.panel} aria-labelledby={id} ref={ref}>
      <header className={styles.header}>
        <h2 className={styles.title} id={id}>
          {title}
        </h2>
        <Tools {...props} showsTable={showsTable} onToggle={() => setShowsTable(!showsTable)} fileName={fileName} />
        <p className={styles.lead}>{lead}</p>
      </header>
      <VisuallyHidden>
        <LiveSummary read={summary} />
      </VisuallyHidden>
      <div className={styles.body}>
        <VisibilityContext value={visibility}>
          {showsTable ? <DataTable caption={title} read={table} newestFirst={newestFirst} /> : children}
        </VisibilityContext>
      </div>
    </section>
  );
}

interface ToolsProps extends ChartPanelProps {
  readonly showsTable: boolean;
  readonly onToggle: () => void;
}

function Tools({ title, explanation, table, fileName, showsTable, onToggle }: ToolsProps) {
  const { shared } = useStrings().charts;
  const toggleHint = showsTable ? shared.showChart : shared.showTable;
  const save = () => downloadText(`${fileName}.csv`, toCsv(csvColumns(table())), 'text/csv');
  return (
    <div className={styles.tools}>
      <Tooltip label={explanation} multiline w={300} events={{ hover: true, focus: true, touch: true }}>
        <ActionIcon variant="subtle" color="gray" size="sm" aria-label={shared.about(title)}>
          <IconInfoCircle {...ICON} />
        </ActionIcon>
      </Tooltip>
      <Tooltip label={toggleHint}>
        <ActionIcon
          variant="subtle"
          color="gray"
          size="sm"
          aria-label={shared.tableOf(title)}
          aria-pressed={showsTable}
          onClick={onToggle}
        >
          {showsTable ? <IconChartLine {...ICON} /> : <IconTable {...ICON} />}
        </ActionIcon>
      </Tooltip>
      <Tooltip label={shared.downloadHint}>
        <ActionIcon variant="subtle" color="gray" size="sm" aria-label={shared.download(title)} onClick={save}>
          <IconDownload {...ICON} />
        </ActionIcon>
      </Tooltip>
    </div>
  );
}
