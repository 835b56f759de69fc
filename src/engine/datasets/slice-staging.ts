/**
 * The host form of a micro-batch: what a data set fills, ready for `queue.writeBuffer`. Its owner makes it once and fills
 * it again for every slice. What lies behind a slice's own examples stays as it was.
 */
export interface SliceStaging {
  /** Examples of images, row-major // [m, …example] */
  readonly values: Float32Array<ArrayBuffer>;
  /** Examples of tokens: the same bytes as `values`, of which a data set writes one // [m, T] */
  readonly tokens: Int32Array<ArrayBuffer>;
  /** Class numbers // [m · targets] */
  readonly labels: Int32Array<ArrayBuffer>;
  /** How much each target counts // [m · targets] */
  readonly weights: Float32Array<ArrayBuffer>;
}

/** Staging for `examples` examples of `exampleElements` values or tokens and `targetsPerExample` targets. */
export function createSliceStaging(examples: number, exampleElements: number, targetsPerExample: number): SliceStaging {
  const values = new Float32Array(examples * exampleElements);
  return {
    values,
    tokens: new Int32Array(values.buffer),
    labels: new Int32Array(examples * targetsPerExample),
    weights: new Float32Array(examples * targetsPerExample),
  };
}

/** Throws RangeError where `staging` has no room for `count` examples: a bug in the caller. */
export function requireRoom(
  { values, labels, weights }: SliceStaging,
  count: number,
  exampleElements: number,
  targetsPerExample: number,
): void {
  const room = Math.min(
    Math.floor(values.length / exampleElements),
    Math.floor(Math.min(labels.length, weights.length) / targetsPerExample),
  );
  if (room < count) throw new RangeError(`Staging for ${room} examples, not ${count}`);
}
