import type { Quantity } from '../strings/format.ts';
import { LineMark, type MarkShape } from './LineMark.tsx';
import styles from './plot.module.css';

export interface TooltipLine {
  readonly name: string;
  readonly color: string;
  readonly shape: MarkShape;
  readonly quantity: Quantity;
}

export interface TooltipContent {
  /** Where: "Update 128". */
  readonly title: string;
  readonly lines: readonly TooltipLine[];
  readonly note?: string;
}

/** What a chart says at one place: a name, a value and a unit a line. */
export function ChartTooltip({ content }: { readonly content: TooltipContent | undefined }) {
  if (!content) return null;
  return (
    <div className={styles.tooltip}>
      <div className={styles.tooltipTitle}>{content.title}</div>
      <table className={styles.tooltipTable}>
        <tbody>
          {content.lines.map(({ name, color, shape, quantity }) => (
            <tr key={name}>
              <th scope="row">
                <LineMark color={color} shape={shape} /> {name}
              </th>
              <td>{quantity.value}</td>
              <td className={styles.tooltipUnit}>{quantity.unit}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {content.note && <div className={styles.tooltipNote}>{content.note}</div>}
    </div>
  );
}
