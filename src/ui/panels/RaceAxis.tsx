import { Explained } from '../status/Explained.tsx';
import { formatInteger } from '../strings/format.ts';
import { useStrings } from '../strings/use-strings.ts';
import { laneTicks, sizePosition } from './race-lane.ts';
import styles from './search-race.module.css';

const FIGURES = ['found', 'share', 'tried', 'failed', 'time'] as const;

export interface RaceAxisProps {
  readonly upperBound: number;
  /** 0 where it is not known. */
  readonly largest: number;
}

/** Headings of the columns, the axis that all lanes share, and what their marks mean. */
export function RaceAxis({ upperBound, largest }: RaceAxisProps) {
  const { race } = useStrings().panels;
  const { columns, legend } = race;
  return (
    <>
      <ul className={styles.legend} aria-label={legend.title}>
        <li aria-hidden="true">{legend.title}</li>
        <LegendItem kind="passed" text={legend.passed} />
        <LegendItem kind="failed" text={legend.failed} />
        <LegendItem kind="planned" text={legend.planned} />
        <LegendItem kind="found" text={legend.found} />
      </ul>
      <div className={styles.headings}>
        <span>{columns.search}</span>
        <div className={styles.axis} aria-hidden="true">
          {laneTicks(upperBound).map((tick) => (
            <span key={tick} className={styles.tick} style={{ insetInlineStart: `${sizePosition(tick, upperBound)}%` }}>
              {formatInteger(tick)}
            </span>
          ))}
          {largest > 0 && (
            <span
              className={styles.largest}
              data-side={sizePosition(largest, upperBound) > 60 ? 'start' : 'end'}
              style={{ insetInlineStart: `${sizePosition(largest, upperBound)}%` }}
            >
              {race.largest(formatInteger(largest))}
            </span>
          )}
        </div>
        {FIGURES.map((figure) => (
          <span key={figure}>
            <Explained what={race.hints[figure]}>{columns[figure]}</Explained>
          </span>
        ))}
      </div>
    </>
  );
}

function LegendItem({
  kind,
  text,
}: {
  readonly kind: 'passed' | 'failed' | 'planned' | 'found';
  readonly text: string;
}) {
  return (
    <li className={styles.legendItem}>
      <svg width="14" height="14" aria-hidden="true">
        {kind === 'failed' ? (
          <path className={styles.failed} d="M3.5 3.5l7 7m0-7l-7 7" />
        ) : (
          <circle className={styles[kind]} cx="7" cy="7" r={kind === 'found' ? 6 : 4} />
        )}
      </svg>
      {text}
    </li>
  );
}
