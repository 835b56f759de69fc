import { PlainCurve } from './PlainCurve.tsx';

/** Lines and areas as this page draws them: straight from point to point, without dots, without animation. */
const UNANIMATED = {
  type: 'linear',
  dot: false,
  activeDot: { r: 3, strokeWidth: 0 },
  isAnimationActive: false,
  legendType: 'none',
} as const;

export const PLAIN_LINE = { ...UNANIMATED, shape: PlainCurve } as const;

/** A line of one row has no length: the first update of a run is a dot. */
export function firstDot(rows: number, color: string) {
  return rows === 1 ? { r: 2.5, fill: color, strokeWidth: 0 } : false;
}

/** A value that holds until the next one. */
export const STEP_LINE = { ...PLAIN_LINE, type: 'stepAfter' } as const;

/** One kind of byte in a stack. The thin edge keeps neighbours apart without leaning on colour. */
export const STACKED_AREA = {
  ...UNANIMATED,
  type: 'stepAfter',
  activeDot: false,
  fillOpacity: 0.85,
  stroke: 'var(--surface-panel)',
  strokeWidth: 1,
  stackId: 'kinds',
} as const;
