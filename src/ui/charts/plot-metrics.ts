import { SERIES_COLOR } from '../styles/kind-colors.ts';

/** Room for the numbers of the left axis, the same in every chart, so that charts above one another line up. */
export const Y_AXIS_WIDTH_PX = 44;
export const X_AXIS_HEIGHT_PX = 22;
export const PLOT_MARGIN = { top: 8, right: 12, bottom: 0, left: 0 } as const;
export const AXIS_TICK = { fill: SERIES_COLOR.axis, fontSize: 11 } as const;
