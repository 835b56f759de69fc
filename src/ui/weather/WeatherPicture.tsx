import { useElementSize } from '@mantine/hooks';
import { useMemo } from 'react';
import { useWeatherStore } from '../stores/weather-store.ts';
import { useStrings } from '../strings/use-strings.ts';
import { BudgetAxis } from './BudgetAxis.tsx';
import { BudgetLayer } from './BudgetLayer.tsx';
import { budgetCurve } from './budget-curve.ts';
import { EventFlags } from './EventFlags.tsx';
import { PointerLayer } from './PointerLayer.tsx';
import { MARGIN, pictureFrame } from './picture-frame.ts';
import { RunLayer } from './RunLayer.tsx';
import { useDrawing } from './use-drawing.ts';
import type { WeatherScene } from './use-weather-scene.ts';
import { entriesOf, type WeatherEntry, weatherOf } from './weather-entries.ts';
import styles from './weather-picture.module.css';

export interface WeatherPictureProps {
  readonly scene: WeatherScene;
  /** What the weather will do, for people who do not see the picture. */
  readonly sentence: string;
  readonly onChange: (entries: readonly WeatherEntry[]) => void;
}

/**
 * The budget over the run, to look at and to draw in. For the pointer: the list of entries says the same, and is the way of
 * the keyboard.
 */
export function WeatherPicture({ scene, sentence, onChange }: WeatherPictureProps) {
  const { picture } = useStrings().panels.weather;
  const { ref, width, height } = useElementSize();
  const tool = useWeatherStore((state) => state.tool);
  const failAllocations = useWeatherStore((state) => state.failAllocations);
  const entries = useMemo(() => entriesOf(scene.weather), [scene.weather]);
  const drawing = useDrawing({
    frame: useFrame(scene, width, height),
    tool,
    entries,
    ownMiB: scene.ownMiB,
    marksMiB: marksOf(scene),
    failAllocations,
    onChange,
  });
  const { draft, frame, place, handlers } = drawing;
  const shown = draft ?? entries;
  const curve = useMemo(() => budgetCurve({ ...scene, weather: weatherOf(shown) }), [scene, shown]);
  return (
    <div className={styles.picture} ref={ref}>
      {width > 0 && (
        <svg className={styles.svg} width={width} height={height} role="img" aria-label={picture.label(sentence)}>
          <g transform={`translate(${MARGIN.left} ${MARGIN.top})`}>
            <BudgetAxis frame={frame} />
            <BudgetLayer frame={frame} curve={curve} scene={scene} />
            <RunLayer frame={frame} />
            <EventFlags frame={frame} entries={shown} slices={scene.slices} />
            {draft === undefined && place === undefined && entries.length === 0 && (
              <text className={styles.empty} x={frame.widthPx / 2} y={frame.heightPx / 4}>
                {picture.empty}
              </text>
            )}
            <PointerLayer frame={frame} tool={tool} place={place} isDrawing={draft !== undefined} />
          </g>
        </svg>
      )}
      <div
        className={styles.canvas}
        style={{ left: MARGIN.left, right: MARGIN.right, bottom: MARGIN.bottom }}
        data-tool={tool}
        {...handlers}
      />
    </div>
  );
}

/** The person's own budget, and the smallest that trains, rounded up to what people write. */
function marksOf({ ownMiB, smallestMiB }: WeatherScene): readonly number[] {
  return smallestMiB === undefined ? [ownMiB] : [ownMiB, Math.ceil(smallestMiB * 100) / 100];
}

function useFrame(
  { weather, ownMiB, updates, slices, peakMiB, smallestMiB }: WeatherScene,
  widthPx: number,
  heightPx: number,
) {
  return useMemo(() => {
    const drawnMiB = budgetCurve({ weather, ownMiB, updates, slices }).map(({ budgetMiB }) => budgetMiB);
    const needsMiB = [peakMiB, smallestMiB].filter((need) => need !== undefined);
    return pictureFrame({ widthPx, heightPx, updates, budgetsMiB: [ownMiB, ...needsMiB, ...drawnMiB] });
  }, [weather, ownMiB, updates, slices, peakMiB, smallestMiB, widthPx, heightPx]);
}
