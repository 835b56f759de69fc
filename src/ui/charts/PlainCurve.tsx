import { Curve, type LineDrawShapeProps } from 'recharts';

/**
 * A line without what only an animation needs. The library measures the path it holds a reference to, which makes the
 * browser lay out the page in the middle of a redraw; so this path has none.
 */
export function PlainCurve({ pathRef: _, ...props }: LineDrawShapeProps) {
  return <Curve {...props} />;
}
