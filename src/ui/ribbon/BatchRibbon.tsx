import { useElementSize } from '@mantine/hooks';
import { useMemo } from 'react';
import { formatInteger } from '../strings/format.ts';
import { useStrings } from '../strings/use-strings.ts';
import { SLICE_COLOR, SLICE_STATES, type SliceState } from '../styles/kind-colors.ts';
import { GradientSum } from './GradientSum.tsx';
import { RibbonCells } from './RibbonCells.tsx';
import styles from './ribbon.module.css';
import { layOutRibbon, type RibbonLayout } from './ribbon-layout.ts';
import { type RibbonProgress, sliceSizesText } from './ribbon-progress.ts';
import { sliceStateText } from './slice-state-text.ts';
import { type Outlook, type RibbonView, useRibbonView } from './use-ribbon-view.ts';

/** Height of the cells, and where the window is as narrow as a phone. */
const CELLS_HEIGHT_PX = 60;
const NARROW_CELLS_HEIGHT_PX = 44;
const NARROW_WIDTH_PX = 480;

/** The batch as a picture: its examples as cells that fill slice by slice, the gradient sum, then the update. */
export function BatchRibbon() {
  const { ribbon } = useStrings().charts;
  const view = useRibbonView();
  return (
    <section className={styles.ribbon} aria-label={ribbon.title}>
      {view ? <Picture view={view} /> : <div className={styles.empty}>{ribbon.planning}</div>}
    </section>
  );
}

function Picture({ view }: { readonly view: RibbonView }) {
  const { ribbon } = useStrings().charts;
  const { ref, width } = useElementSize();
  const { progress, pace, outlook } = view;
  const fits = outlook !== 'not-cut';
  const heightPx = width > NARROW_WIDTH_PX ? CELLS_HEIGHT_PX : NARROW_CELLS_HEIGHT_PX;
  const sizesKey = sliceSizesText(progress.sliceSizes);
  // Slice sizes arrive as a new array with every event; the layout only depends on what they say.
  // biome-ignore lint/correctness/useExhaustiveDependencies: sizesKey stands for progress.sliceSizes
  const layout = useMemo(
    () => (width > 0 ? layOutRibbon(progress.sliceSizes, Math.floor(width) - 1, heightPx) : undefined),
    [sizesKey, width, heightPx],
  );
  const shown = pace.isTooFast ? allInTheSum(progress) : progress;
  return (
    <>
      <div className={styles.picture} data-fits={fits}>
        <div className={styles.cellsBox} ref={ref} role="img" aria-label={ribbon.describe(describable(progress, fits))}>
          {layout && (
            <RibbonCells
              layout={layout}
              progress={shown}
              outlook={outlook}
              widthPx={Math.floor(width)}
              heightPx={heightPx}
            />
          )}
        </div>
        <GradientSum progress={progress} outlook={outlook} isTooFast={pace.isTooFast} />
      </div>
      <div className={styles.legend}>
        <Legend view={view} />
        {layout && <span className={styles.scale}>{scaleText(layout, ribbon)}</span>}
      </div>
    </>
  );
}

function allInTheSum(progress: RibbonProgress): RibbonProgress {
  const { running: _, ...rest } = progress;
  return { ...rest, slicesDone: progress.sliceSizes.length };
}

function slicesIn({ sliceSizes, slicesDone, running }: RibbonProgress, state: SliceState): number {
  const runningSlices = running === undefined ? 0 : 1;
  if (state === 'done') return slicesDone;
  return state === 'running' ? runningSlices : sliceSizes.length - slicesDone - runningSlices;
}

/** How many slices are in which state, or why that cannot be told. */
function Legend({ view: { progress, pace, outlook } }: { readonly view: RibbonView }) {
  const { ribbon } = useStrings().charts;
  if (outlook === 'not-cut') return <span>{ribbon.doesNotFit}</span>;
  if (pace.isTooFast) return <span>{ribbon.tooFast(formatInteger(pace.updatesPerSecond))}</span>;
  return (
    <>
      <span className={styles.legendName}>{ribbon.slices}</span>
      {SLICE_STATES.map((state) => (
        <LegendEntry key={state} state={state} outlook={outlook} slices={slicesIn(progress, state)} />
      ))}
    </>
  );
}

interface LegendEntryProps {
  readonly state: SliceState;
  readonly outlook: Outlook;
  readonly slices: number;
}

function LegendEntry({ state, outlook, slices }: LegendEntryProps) {
  const strings = useStrings();
  return (
    <span className={styles.legendEntry}>
      <span className={styles.swatch} data-state={state} style={{ color: SLICE_COLOR[state] }} />
      {strings.charts.ribbon.slicesIn(formatInteger(slices), sliceStateText(state, outlook, strings))}
    </span>
  );
}

function scaleText(
  layout: RibbonLayout,
  words: { cellIsExamples(n: string): string; cellIsSlices(n: string, size: string): string },
) {
  if (layout.mode === 'slices') return words.cellIsExamples(formatInteger(layout.examplesPerCell));
  const sliceSize = layout.examplesPerCell / layout.slicesPerCell;
  return words.cellIsSlices(formatInteger(layout.slicesPerCell), formatInteger(sliceSize));
}

function describable(progress: RibbonProgress, fits: boolean) {
  return {
    fits,
    batch: formatInteger(progress.examples),
    slices: progress.sliceSizes.length,
    sizes: sliceSizesText(progress.sliceSizes),
    slicesDone: progress.slicesDone,
    isRunning: progress.running !== undefined,
    examplesDone: formatInteger(progress.examplesDone),
    update: progress.update,
  };
}
