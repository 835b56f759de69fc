import type { Quantity } from '../strings/format.ts';
import { LineMark, type MarkShape } from './LineMark.tsx';
import styles from './plot.module.css';

export interface LegendItem {
  readonly name: string;
  readonly color: string;
  readonly shape: MarkShape;
  /** The value at the update under the pointer, else the newest. */
  readonly quantity?: Quantity;
}

export interface ChartLegendProps {
  /** What the axis below measures. */
  readonly axisName: string;
  readonly items: readonly LegendItem[];
}

/** The name of an axis, then its lines with what they read now. */
export function ChartLegend({ axisName, items }: ChartLegendProps) {
  return (
    <div className={styles.legend}>
      <span className={styles.axisName}>{axisName}</span>
      {items.map(({ name, color, shape, quantity }) => (
        <span className={styles.legendItem} key={name}>
          <LineMark color={color} shape={shape} />
          <span>{name}</span>
          {quantity && (
            <span className={styles.legendValue} data-unit={quantity.unit.length > 1}>
              {quantity.value}
              {quantity.unit && <span className={styles.legendUnit}> {quantity.unit}</span>}
            </span>
          )}
        </span>
      ))}
    </div>
  );
}
