import type { MemoryPlan } from '../../core/program/memory-plan.ts';

/**
 * The bytes of a program with one backward pass for `slices` slices, from the plans of two and of three: each slice more
 * adds its inputs and the activations that wait for the backward pass, always the same. (One slice alone has its peak
 * elsewhere.) Only the byte counts are those of `slices`.
 */
export function withMoreSlices(two: MemoryPlan, three: MemoryPlan, slices: number): MemoryPlan {
  const more = slices - 3;
  const inputBytes = more * (three.bytes.inputs - two.bytes.inputs);
  const peakBytes = three.peakBytes + more * (three.peakBytes - two.peakBytes);
  const activations = three.bytes.activations + (peakBytes - three.peakBytes - inputBytes);
  return {
    ...three,
    peakBytes,
    lowerBoundBytes: three.lowerBoundBytes + more * (three.lowerBoundBytes - two.lowerBoundBytes),
    bytes: { ...three.bytes, inputs: three.bytes.inputs + inputBytes, activations },
  };
}
