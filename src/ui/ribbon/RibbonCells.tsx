import { memo, useId } from 'react';
import { formatInteger } from '../strings/format.ts';
import { useStrings } from '../strings/use-strings.ts';
import type { SliceState } from '../styles/kind-colors.ts';
import { CellPatterns, patternId } from './CellPatterns.tsx';
import styles from './ribbon.module.css';
import { cellAreas, type RibbonBlock, type RibbonLayout, ribbonWidthPx } from './ribbon-layout.ts';
import { blockCells, type RibbonProgress } from './ribbon-progress.ts';
import { sliceStateText } from './slice-state-text.ts';
import type { Outlook } from './use-ribbon-view.ts';

/** Room under the cells for the size of each slice. */
const LABEL_HEIGHT_PX = 18;
/** Narrowest block that has room for a number, and for a number with its state. */
const NUMBER_WIDTH_PX = 30;
const STATE_WIDTH_PX = 110;

export interface RibbonCellsProps {
  readonly layout: RibbonLayout;
  readonly progress: RibbonProgress;
  readonly outlook: Outlook;
  readonly widthPx: number;
  readonly heightPx: number;
}

/** The cells of a batch. Only the blocks whose state changed are drawn again. Its text alternative is its parent's. */
export function RibbonCells({ layout, progress, outlook, widthPx, heightPx }: RibbonCellsProps) {
  const id = useId();
  const hasLabels = layout.mode === 'slices';
  const fullHeightPx = heightPx + (hasLabels ? LABEL_HEIGHT_PX : 0);
  return (
    <svg
      className={styles.cells}
      width={Math.min(widthPx, ribbonWidthPx(layout) + 1)}
      height={fullHeightPx}
      aria-hidden="true"
      focusable="false"
    >
      <CellPatterns layout={layout} id={id} />
      {layout.blocks.map((block) => {
        const { done, running } = blockCells(block, layout.slicesPerCell, progress);
        return (
          <Block
            key={block.firstSlice}
            layout={layout}
            block={block}
            outlook={outlook}
            done={done}
            running={running}
            patterns={id}
            labelYPx={hasLabels ? heightPx + LABEL_HEIGHT_PX - 4 : 0}
          />
        );
      })}
    </svg>
  );
}

interface BlockProps {
  readonly layout: RibbonLayout;
  readonly block: RibbonBlock;
  readonly outlook: Outlook;
  readonly done: number;
  readonly running: number;
  readonly patterns: string;
  /** 0 for no label. */
  readonly labelYPx: number;
}

const Block = memo(function Block({ layout, block, outlook, done, running, patterns, labelYPx }: BlockProps) {
  const strings = useStrings();
  const state: SliceState = done === block.cells ? 'done' : running > 0 ? 'running' : 'waiting';
  const stateText = sliceStateText(state, outlook, strings);
  const hasLabel = labelYPx > 0 && block.widthPx >= NUMBER_WIDTH_PX;
  const cells = (of: SliceState, from: number, to: number) =>
    cellAreas(layout, from, to).map(({ xPx, yPx, widthPx, heightPx }) => (
      <rect
        key={`${of} ${xPx} ${yPx}`}
        x={xPx}
        y={yPx}
        width={widthPx}
        height={heightPx}
        fill={`url(#${patternId(patterns, of)})`}
      />
    ));
  return (
    <g transform={`translate(${block.xPx} 0)`}>
      {layout.mode === 'slices' && (
        <title>
          {strings.charts.ribbon.sliceTitle(block.firstSlice + 1, formatInteger(block.examples), stateText)}
        </title>
      )}
      {cells('done', 0, done)}
      {cells('running', done, done + running)}
      {cells('waiting', done + running, block.cells)}
      {hasLabel && (
        <text y={labelYPx} className={styles.sliceLabel}>
          <tspan className={styles.sliceSize}>{formatInteger(block.examples)}</tspan>
          {block.widthPx >= STATE_WIDTH_PX ? ` ${stateText}` : ''}
        </text>
      )}
    </g>
  );
});
