import { memo, useMemo } from 'react';
import { BYTES_PER_MIB } from '../../core/bytes.ts';
import { writeBudget } from '../controls/budget-amount.ts';
import { formatBytes, formatBytesAtLeast } from '../strings/format.ts';
import { useStrings } from '../strings/use-strings.ts';
import type { CurveStep } from './budget-curve.ts';
import { isCutFreely } from './budget-needs.ts';
import { yOf } from './budget-scale.ts';
import { curvePaths } from './curve-path.ts';
import type { PictureFrame } from './picture-frame.ts';
import type { WeatherScene } from './use-weather-scene.ts';
import styles from './weather-picture.module.css';

export interface BudgetLayerProps {
  readonly frame: PictureFrame;
  readonly curve: readonly CurveStep[];
  readonly scene: WeatherScene;
}

/** The budget, the person's own behind it, and what the plan needs. */
export const BudgetLayer = memo(function BudgetLayer({ frame, curve, scene }: BudgetLayerProps) {
  const paths = useMemo(() => curvePaths(curve, frame), [curve, frame]);
  const { scale, widthPx } = frame;
  const ownY = yOf(scale, scene.ownMiB);
  return (
    <>
      <path className={styles.area} d={paths.area} />
      <Needs frame={frame} scene={scene} />
      <line className={styles.ownLine} y1={ownY} y2={ownY} x2={widthPx} />
      <path className={styles.own} d={paths.own} />
      <path className={styles.weather} d={paths.weather} />
      <Labels frame={frame} scene={scene} ownY={ownY} />
    </>
  );
});

type NeedsProps = Pick<BudgetLayerProps, 'frame' | 'scene'>;

/** Below the smallest budget nothing trains; the plan's peak is what the run takes of its budget. */
function Needs({ frame: { scale, widthPx, heightPx }, scene: { peakMiB, smallestMiB } }: NeedsProps) {
  const top = smallestMiB === undefined ? undefined : yOf(scale, smallestMiB);
  return (
    <>
      {top !== undefined && (
        <>
          <rect className={styles.nothing} y={top} width={widthPx} height={Math.max(0, heightPx - top)} />
          <line className={styles.nothingEdge} y1={top} y2={top} x2={widthPx} />
        </>
      )}
      {peakMiB !== undefined && (
        <line className={styles.peak} y1={yOf(scale, peakMiB)} y2={yOf(scale, peakMiB)} x2={widthPx} />
      )}
    </>
  );
}

/** Names of the lines: the person's budget above its line, the plan's peak below its own, what holds nothing in its zone. */
function Labels({ frame, scene, ownY }: NeedsProps & { readonly ownY: number }) {
  const { picture } = useStrings().panels.weather;
  const { scale, widthPx } = frame;
  const { ownMiB, peakMiB, smallestMiB, report } = scene;
  const nothing = report && !isCutFreely(report) ? picture.nothingFixed : picture.nothing;
  return (
    <g className={styles.labels}>
      <text x={6} y={ownY - 6}>
        {picture.own(writeBudget(ownMiB))}
      </text>
      {peakMiB !== undefined && (
        <text
          className={styles.atEnd}
          x={widthPx - 6}
          y={peakLabelY(yOf(scale, peakMiB), ownY, smallestMiB && yOf(scale, smallestMiB))}
        >
          {picture.peak(formatBytes(peakMiB * BYTES_PER_MIB))}
        </text>
      )}
      {smallestMiB !== undefined && (
        <text x={6} y={yOf(scale, smallestMiB) + 15}>
          {nothing(formatBytesAtLeast(smallestMiB * BYTES_PER_MIB))}
        </text>
      )}
    </g>
  );
}

/** Pixels that a line of words takes. */
const WORDS_PX = 18;

/** Below its line where there is room above what holds nothing; else above it, and above the person's budget. */
function peakLabelY(peakY: number, ownY: number, nothingY: number | undefined): number {
  if (nothingY === undefined || nothingY - peakY > WORDS_PX) return peakY + 14;
  return (peakY - ownY < WORDS_PX ? Math.min(ownY, peakY) : peakY) - 6;
}
