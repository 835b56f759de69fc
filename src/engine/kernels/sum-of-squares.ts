import type { ProgramShader } from '../../core/program/step-program.ts';

const WORKGROUP_SIZE = 64;
/** 16,384 threads keep a large device busy; more would only make more partial sums. */
const MOST_WORKGROUPS = 256;
const ELEMENTS_PER_THREAD = 64;

/**
 * partials[thread] += Σ values[i]² over the thread's share of `values`, so that one parameter after the other adds to
 * the same partial sums. No atomics and no barriers: the order of the sum is fixed, and barriers are slow on software
 * adapters.
 *
 * Accuracy: each thread's sum is compensated (Kahan 1965). Where a driver's compiler drops the compensation, the sum
 * is still split over the threads.
 */
export const SUM_OF_SQUARES: ProgramShader = {
  label: 'SumOfSquares',
  entryPoint: 'main',
  code: /* wgsl */ `
@group(0) @binding(0) var<storage, read> values: array<f32>;
@group(0) @binding(1) var<storage, read_write> partials: array<f32>;

@compute @workgroup_size(${WORKGROUP_SIZE})
fn main(@builtin(global_invocation_id) id: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>) {
  let stride = groups.x * ${WORKGROUP_SIZE}u;
  let count = arrayLength(&values);
  var sum = 0.0;
  var excess = 0.0;
  for (var i = id.x; i < count; i += stride) {
    let term = values[i] * values[i] - excess;
    let next = sum + term;
    excess = (next - sum) - term;
    sum = next;
  }
  partials[id.x] += sum;
}
`,
};

/** Workgroups for a buffer of `size` elements. */
export function sumOfSquaresWorkgroups(size: number): number {
  return Math.min(MOST_WORKGROUPS, Math.max(1, Math.ceil(size / (WORKGROUP_SIZE * ELEMENTS_PER_THREAD))));
}

/** Partial sums that `workgroups` workgroups write. */
export function partialSums(workgroups: number): number {
  return workgroups * WORKGROUP_SIZE;
}
