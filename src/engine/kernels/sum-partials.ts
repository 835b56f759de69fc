import type { ProgramShader } from '../../core/program/step-program.ts';

const WORKGROUP_SIZE = 64;

/** Workgroups of the one dispatch that shortens the partial sums. */
export const SUM_PARTIALS_WORKGROUPS = 2;
/** Sums it leaves for a single thread to add up. */
export const SUM_PARTIALS_SUMS = SUM_PARTIALS_WORKGROUPS * WORKGROUP_SIZE;

/** sums[thread] = Σ partials[i] over every 128th i, compensated, in a fixed order. `sums` has 128 elements. */
export const SUM_PARTIALS: ProgramShader = {
  label: 'SumPartials',
  entryPoint: 'main',
  code: /* wgsl */ `
@group(0) @binding(0) var<storage, read> partials: array<f32>;
@group(0) @binding(1) var<storage, read_write> sums: array<f32>;

@compute @workgroup_size(${WORKGROUP_SIZE})
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
  let count = arrayLength(&partials);
  var sum = 0.0;
  var excess = 0.0;
  for (var i = id.x; i < count; i += ${SUM_PARTIALS_SUMS}u) {
    let term = partials[i] - excess;
    let next = sum + term;
    excess = (next - sum) - term;
    sum = next;
  }
  sums[id.x] = sum;
}
`,
};
