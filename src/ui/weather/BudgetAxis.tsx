import { memo } from 'react';
import { tickText } from '../charts/number-axis.ts';
import { writeBudget } from '../controls/budget-amount.ts';
import { useStrings } from '../strings/use-strings.ts';
import { budgetTicks, yOf } from './budget-scale.ts';
import { type PictureFrame, updateTicks, xOf } from './picture-frame.ts';
import styles from './weather-picture.module.css';

/** About so many pixels between two numbers of the upright axis. */
const TICK_PX = 44;

/** Grid, budgets at the left, updates below. */
export const BudgetAxis = memo(function BudgetAxis({ frame }: { readonly frame: PictureFrame }) {
  const { picture } = useStrings().panels.weather;
  const { widthPx, heightPx, scale, updates } = frame;
  return (
    <g className={styles.axis}>
      {budgetTicks(scale, heightPx / TICK_PX).map((budgetMiB) => (
        <g key={budgetMiB} transform={`translate(0 ${yOf(scale, budgetMiB)})`}>
          <line className={styles.grid} x2={widthPx} />
          <text className={styles.budgetTick} x={-8} dy="0.32em">
            {writeBudget(budgetMiB)}
          </text>
        </g>
      ))}
      <line className={styles.floor} y1={heightPx} y2={heightPx} x2={widthPx} />
      {updateTicks(updates).map((update) => (
        <text key={update} className={styles.updateTick} x={xOf(frame, update + 0.5)} y={heightPx + 16}>
          {tickText(update)}
        </text>
      ))}
      <text className={styles.xName} x={-8} y={heightPx + 16}>
        {picture.xAxis}
      </text>
    </g>
  );
});
