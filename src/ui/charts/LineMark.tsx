/** How a line or an area is drawn, so that a legend never leans on colour alone. */
export type MarkShape = 'line' | 'thin' | 'dashed' | 'rings' | 'area';

export interface LineMarkProps {
  readonly color: string;
  readonly shape: MarkShape;
}

/** A small sample of a line or an area. */
export function LineMark({ color, shape }: LineMarkProps) {
  return (
    <svg width="16" height="10" aria-hidden="true" focusable="false" style={{ flex: 'none' }}>
      {shape === 'area' ? (
        <rect x="3" y="0" width="10" height="10" rx="2" fill={color} />
      ) : (
        <line
          x1="1"
          x2="15"
          y1="5"
          y2="5"
          stroke={color}
          strokeWidth={shape === 'thin' ? 1 : 2}
          strokeOpacity={shape === 'thin' ? 0.6 : 1}
          {...(shape === 'dashed' ? { strokeDasharray: '4 3' } : {})}
        />
      )}
      {shape === 'rings' && <circle cx="8" cy="5" r="3" fill="var(--surface-panel)" stroke={color} strokeWidth="1.5" />}
    </svg>
  );
}
