import { useMemo } from 'react';
import { BYTES_PER_MIB } from '../../core/bytes.ts';
import { decimate } from '../../core/metrics/decimate.ts';
import { lastUpdate, updateSeries } from '../stores/run-series.ts';
import { useRun } from '../stores/run-store.ts';
import { isActive } from '../stores/shown-plan.ts';
import { formatInteger } from '../strings/format.ts';
import { useStrings } from '../strings/use-strings.ts';
import { yOf } from './budget-scale.ts';
import { type PictureFrame, xOf } from './picture-frame.ts';
import styles from './weather-picture.module.css';

const LABEL_PX = 110;

/** The run in the weather: what this page has allocated, and where the run is. */
export function RunLayer({ frame }: { readonly frame: PictureFrame }) {
  const { picture } = useStrings().panels.weather;
  const version = useRun((state) => state.seriesVersion);
  const active = useRun((state) => isActive(state.phase));
  const update = useRun(({ slice }) => slice?.update);
  const allocated = useMemo(() => (version >= 0 ? allocatedPath(frame) : ''), [frame, version]);
  const now = active ? (update ?? lastUpdate()) : 0;
  const x = xOf(frame, Math.max(1, now));
  const flips = x > frame.widthPx - LABEL_PX;
  return (
    <>
      <path className={styles.allocated} d={allocated} />
      {now > 0 && now <= frame.updates && (
        <g className={styles.now} transform={`translate(${x} 0)`}>
          <line y2={frame.heightPx} />
          <text className={flips ? styles.atEnd : undefined} x={flips ? -5 : 5} y={frame.heightPx - 6}>
            {picture.now(formatInteger(now))}
          </text>
        </g>
      )}
    </>
  );
}

function allocatedPath(frame: PictureFrame): string {
  const updates = updateSeries.column('update');
  const bytes = updateSeries.column('allocatedBytes');
  let path = '';
  for (const row of decimate([bytes])) {
    const update = updates[row] ?? Number.NaN;
    const allocated = bytes[row] ?? Number.NaN;
    if (!(allocated > 0) || !(update <= frame.updates)) continue;
    const y = Math.min(frame.heightPx, Math.max(0, yOf(frame.scale, allocated / BYTES_PER_MIB)));
    const x = xOf(frame, update).toFixed(1);
    path += path === '' ? `M${x} ${y.toFixed(1)}` : `H${x}V${y.toFixed(1)}`;
  }
  return path === '' ? '' : `${path}H${xOf(frame, lastUpdate() + 1).toFixed(1)}`;
}
