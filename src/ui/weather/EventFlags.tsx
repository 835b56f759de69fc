import { IconAlertTriangleFilled, IconPlugConnectedX } from '@tabler/icons-react';
import { memo } from 'react';
import { useStrings } from '../strings/use-strings.ts';
import { MARGIN, type PictureFrame, xOf } from './picture-frame.ts';
import { type FailEntry, type LossEntry, sliceOf, type WeatherEntry } from './weather-entries.ts';
import styles from './weather-picture.module.css';

const ICON_PX = 14;
const FLAG_PX = 20;
/** Room for a flag with its word, so that the next one may say its own. */
const WORD_PX = 62;

export interface EventFlagsProps {
  readonly frame: PictureFrame;
  readonly entries: readonly WeatherEntry[];
  /** Slices of an update, to place what comes in its middle. */
  readonly slices: number;
}

/** A pole at every loss of the device and every storm of failures, with its flag on top. */
export const EventFlags = memo(function EventFlags({ frame, entries, slices }: EventFlagsProps) {
  const events = entries
    .filter((entry) => entry.kind === 'lost' || entry.kind === 'fail')
    .filter(({ update }) => update <= frame.updates)
    .map((entry, order) => ({
      entry,
      order,
      x: xOf(frame, entry.update + Math.min(1, (sliceOf(entry) - 1) / slices)),
    }));
  return events.map(({ entry, order, x }) => {
    const others = events
      .filter((other) => other.x > x)
      .map((other) => (flips(frame, other.x) ? other.x - FLAG_PX : other.x));
    const hasRoom = Math.min(...others, frame.widthPx) - x > WORD_PX;
    return <Flag key={order} frame={frame} entry={entry} x={x} hasWord={hasRoom} />;
  });
});

/** Over the last updates a flag points back, so that it stays in the picture. */
function flips({ widthPx }: PictureFrame, x: number): boolean {
  return x > widthPx - FLAG_PX;
}

interface FlagProps {
  readonly frame: PictureFrame;
  readonly entry: LossEntry | FailEntry;
  readonly x: number;
  readonly hasWord: boolean;
}

function Flag({ frame, entry, x, hasWord }: FlagProps) {
  const { picture } = useStrings().panels.weather;
  const Icon = entry.kind === 'lost' ? IconPlugConnectedX : IconAlertTriangleFilled;
  const word = entry.kind === 'lost' ? picture.lost : picture.fail(String(entry.failAllocations));
  return (
    <g className={styles.flag} data-kind={entry.kind} transform={`translate(${x} 0)`}>
      <line y1={-MARGIN.top + 6} y2={frame.heightPx} />
      <g transform={`translate(${flips(frame, x) ? -FLAG_PX : 0} ${-MARGIN.top + 4})`}>
        <rect width={FLAG_PX} height={FLAG_PX} rx={3} />
        <Icon x={(FLAG_PX - ICON_PX) / 2} y={(FLAG_PX - ICON_PX) / 2} size={ICON_PX} stroke={2} aria-hidden="true" />
      </g>
      {hasWord && (
        <text x={FLAG_PX + 4} y={-MARGIN.top + 18}>
          {word}
        </text>
      )}
    </g>
  );
}
