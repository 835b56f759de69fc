import { writeBudget } from '../controls/budget-amount.ts';
import { formatInteger } from '../strings/format.ts';
import { useStrings } from '../strings/use-strings.ts';
import { yOf } from './budget-scale.ts';
import type { Place } from './draw-entries.ts';
import { MARGIN, type PictureFrame, xOf } from './picture-frame.ts';
import { ERASER_PX } from './use-drawing.ts';
import styles from './weather-picture.module.css';
import type { WeatherTool } from './weather-tools.ts';

export interface PointerLayerProps {
  readonly frame: PictureFrame;
  readonly tool: WeatherTool;
  readonly place: Place | undefined;
  readonly isDrawing: boolean;
}

/** Pixels from which what is read at the pointer stands at its other side. */
const TEXT_PX = 150;

/** What is read stands at the top of the plot, where neither the hand nor the names of the lines are. */
const TEXT_Y = 12;

/** Tools that set a budget, not only a moment. */
const SETS_BUDGET: readonly WeatherTool[] = ['budget', 'ramp', 'spike'];

/** What a press here would mean: the update, and for some tools the budget. */
export function PointerLayer({ frame, tool, place, isDrawing }: PointerLayerProps) {
  const { picture } = useStrings().panels.weather;
  if (!place) return null;
  const { heightPx, widthPx, scale, updates } = frame;
  const left = xOf(frame, place.update);
  const columnPx = widthPx / updates;
  const setsBudget = SETS_BUDGET.includes(tool);
  const y = setsBudget ? yOf(scale, place.budgetMiB) : 0;
  const update = formatInteger(place.update);
  const text = setsBudget ? picture.place(update, writeBudget(place.budgetMiB)) : picture.update(update);
  const flips = left > widthPx - TEXT_PX;
  return (
    <g className={styles.pointer} data-drawing={isDrawing} data-tool={tool}>
      {tool === 'erase' ? (
        <rect className={styles.eraser} x={left - ERASER_PX} width={columnPx + 2 * ERASER_PX} height={heightPx} />
      ) : (
        <rect className={styles.column} x={left} width={Math.max(1, columnPx)} height={heightPx} />
      )}
      {setsBudget && <line className={styles.level} y1={y} y2={y} x2={widthPx} />}
      <text className={flips ? styles.atEnd : undefined} x={flips ? left - 6 : left + columnPx + 6} y={TEXT_Y}>
        {text}
      </text>
      {(tool === 'lost' || tool === 'fail') && (
        <line className={styles.pole} x1={left} x2={left} y1={-MARGIN.top + 6} y2={heightPx} />
      )}
    </g>
  );
}
