import { NORMALIZATION_EPSILON, type NormalizationLayout } from '../../../src/engine/kernels/normalization-moments.ts';

export interface HostInputs {
  readonly x: ArrayLike<number>;
  readonly scale: ArrayLike<number>;
  readonly shift: ArrayLike<number>;
  readonly add?: ArrayLike<number>;
  readonly relu: boolean;
  readonly dy: ArrayLike<number>;
}

/** Normalisation and its gradients in double precision, element by element as the formulas stand in the papers. */
export function normalizeOnHost(inputs: HostInputs, layout: NormalizationLayout) {
  const { rows, channels, groups, sets } = layout;
  const { x, scale, shift, add, relu, dy } = inputs;
  const at = (values: ArrayLike<number> | undefined, i: number): number => values?.[i] ?? Number.NaN;
  const elements = (rows * channels) / groups;
  const groupOf = (i: number) => {
    const set = Math.floor(i / (rows * channels));
    return set * groups + Math.floor((i % channels) / (channels / groups));
  };
  const sumByGroup = (value: (i: number) => number) => {
    const sums = new Float64Array(sets * groups);
    for (let i = 0; i < x.length; i += 1) sums[groupOf(i)] = at(sums, groupOf(i)) + value(i);
    return sums;
  };
  const means = sumByGroup((i) => at(x, i)).map((sum) => sum / elements);
  const variances = sumByGroup((i) => (at(x, i) - at(means, groupOf(i))) ** 2).map((sum) => sum / elements);
  const deviation = (i: number) => Math.sqrt(at(variances, groupOf(i)) + NORMALIZATION_EPSILON);
  const normalized = (i: number) => (at(x, i) - at(means, groupOf(i))) / deviation(i);
  const y = Float64Array.from({ length: x.length }, (_, i) => {
    const value = normalized(i) * at(scale, i % channels) + at(shift, i % channels) + (add ? at(add, i) : 0);
    return relu ? Math.max(value, 0) : value;
  });
  const masked = Float64Array.from(dy, (value, i) => (relu && at(y, i) <= 0 ? 0 : value));
  const dScale = new Float64Array(channels);
  const dShift = new Float64Array(channels);
  masked.forEach((gradient, i) => {
    const channel = i % channels;
    dScale[channel] = at(dScale, channel) + gradient * normalized(i);
    dShift[channel] = at(dShift, channel) + gradient;
  });
  const scaled = (i: number) => at(masked, i) * at(scale, i % channels);
  const first = sumByGroup(scaled).map((sum) => sum / elements);
  const second = sumByGroup((i) => scaled(i) * normalized(i)).map((sum) => sum / elements);
  const dx = Float64Array.from(
    { length: x.length },
    (_, i) => (scaled(i) - at(first, groupOf(i)) - normalized(i) * at(second, groupOf(i))) / deviation(i),
  );
  return { y, dx, dScale, dShift, dAdd: masked, means, variances };
}
