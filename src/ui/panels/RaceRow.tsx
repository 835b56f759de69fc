import { countLane, type RaceLane } from '../../protocol/race-standing.ts';
import { formatInteger, formatPercent } from '../strings/format.ts';
import type { Strings } from '../strings/language.ts';
import { useStrings } from '../strings/use-strings.ts';
import { LANE_HEIGHT, type LaneMark, lanePicture, laneTicks, sizePosition } from './race-lane.ts';
import styles from './search-race.module.css';
import { timeText } from './time-text.ts';

export interface RaceRowProps {
  readonly lane: RaceLane;
  readonly upperBound: number;
  /** The largest size that fits, as far as it is known; 0 where it is not. */
  readonly largest: number;
  /** In a race that has not come to it. */
  readonly isWaiting: boolean;
}

/** One search: whose it is, the sizes it asked as a picture, and what came of them. */
export function RaceRow({ lane, upperBound, largest, isWaiting }: RaceRowProps) {
  const { panels, controls } = useStrings();
  const { race } = panels;
  const { search, isRacing, sizes } = lane;
  return (
    <li className={styles.row} data-racing={isRacing} data-search={search}>
      <div className={styles.name}>
        <h4>{controls.searches[search]}</h4>
        <p>{race.about[search]}</p>
      </div>
      <Lane lane={lane} upperBound={upperBound} largest={largest} />
      {sizes.length > 0 ? (
        <Figures lane={lane} largest={largest} />
      ) : (
        <p className={styles.waits}>{isWaiting && race.waiting}</p>
      )}
    </li>
  );
}

function Figures({ lane, largest }: Pick<RaceRowProps, 'lane' | 'largest'>) {
  const { race, search } = useStrings().panels;
  const { result } = lane;
  const { tried, failed, totalMs } = countLane(lane);
  const found = result ? (result.capacity > 0 ? formatInteger(result.capacity) : race.nothing) : '–';
  const share = result && largest > 0 ? formatPercent(result.capacity / largest) : '–';
  const figures = [
    ['found', found],
    ['share', share],
    ['tried', formatInteger(tried)],
    ['failed', formatInteger(failed)],
    ['time', timeText(totalMs, search.underOneMs)],
  ] as const;
  return (
    <dl className={styles.figures}>
      {figures.map(([name, value]) => (
        <div key={name} data-figure={name}>
          <dt>{race.columns[name]}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function Lane({ lane, upperBound, largest }: Omit<RaceRowProps, 'isWaiting'>) {
  const words = useStrings();
  const { marks, radius, found } = lanePicture(lane, upperBound);
  return (
    <svg className={styles.lane} height={LANE_HEIGHT} role="img" aria-label={laneText(lane, words)}>
      {laneTicks(upperBound).map((tick) => (
        <Rule key={tick} className={styles.grid} x={sizePosition(tick, upperBound)} />
      ))}
      {largest > 0 && <Rule className={styles.limit} x={sizePosition(largest, upperBound)} />}
      {marks.map((mark, index) => {
        const next = marks[index + 1];
        return (
          next && (
            <line
              // biome-ignore lint/suspicious/noArrayIndexKey: the order of the search is what identifies a step
              key={index}
              className={styles.step}
              x1={`${mark.x}%`}
              y1={mark.y}
              x2={`${next.x}%`}
              y2={next.y}
            />
          )
        );
      })}
      {found && <circle className={styles.found} cx={`${found.x}%`} cy={found.y} r={radius + 4} />}
      {marks.map((mark, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the order of the search is what identifies a step
        <Mark key={index} mark={mark} radius={radius} />
      ))}
    </svg>
  );
}

function Rule({ className, x }: { readonly className: string | undefined; readonly x: number }) {
  return <line className={className} x1={`${x}%`} y1={0} x2={`${x}%`} y2={LANE_HEIGHT} />;
}

/** A disc for what passed, a cross for what failed: shape says it as well as colour. */
function Mark({ mark: { x, y, kind }, radius }: { readonly mark: LaneMark; readonly radius: number }) {
  if (kind === 'failed' || kind === 'planned-failed') {
    const className = kind === 'failed' ? styles.failed : styles.plannedFailed;
    return (
      <svg x={`${x}%`} y={y} overflow="visible" aria-hidden="true">
        <path
          className={className}
          d={`M${-radius} ${-radius}L${radius} ${radius}M${radius} ${-radius}L${-radius} ${radius}`}
        />
      </svg>
    );
  }
  return <circle className={styles[kind]} cx={`${x}%`} cy={y} r={radius} />;
}

/** The picture in words. */
function laneText({ search, sizes, result }: RaceLane, { panels, controls }: Strings): string {
  const { race } = panels;
  const name = controls.searches[search];
  if (sizes.length === 0) return race.laneEmpty(name);
  const texts = sizes.map(({ microBatch, how, verdict }) => {
    const words = how === 'planned' ? race.lanePlanned : race.laneSize;
    return words[verdict.type === 'fits' ? 'passed' : 'failed'](formatInteger(microBatch));
  });
  const found = !result ? '' : result.capacity > 0 ? race.laneFound(formatInteger(result.capacity)) : race.laneNotFound;
  return race.lane(name, texts.join(', '), found).trim();
}
