import type { ProgramShader } from '../../core/program/step-program.ts';
import { HYPER_PARAMETERS_WGSL, UPDATE_SCALARS_WGSL } from './update-structs.ts';

const WORKGROUP_SIZE = 64;
/** Below 65,535, which every device allows. */
const MOST_WORKGROUPS = 16_384;
/** A thread walks in strides over this many elements, or more: one element a thread is half as fast on SwiftShader. */
const ELEMENTS_PER_THREAD = 8;

interface ElementwiseUpdate {
  readonly label: string;
  /** Names of the optimizer's slots, bound after the accumulator as `array<f32>`. */
  readonly slots: readonly string[];
  /** WGSL statements for element `i`; `gradient` is clipped and has its L2 term. They write `parameters[i]` and the slots. */
  readonly body: string;
}

/**
 * The frame of an in-place optimizer kernel over one parameter. Bindings: 0 parameter, 1 accumulator, then the slots,
 * then the update's scalars, then the hyper-parameters (uniform).
 *
 * The accumulator is set to zero in the same pass, also when the update is skipped: a separate clear would walk
 * over it once more. Every buffer is bound with exactly its bytes; the parameter's array length is the element count.
 */
export function elementwiseUpdate({ label, slots, body }: ElementwiseUpdate): ProgramShader {
  const arrays = ['parameters', 'accumulator', ...slots].map(
    (name, binding) => `@group(0) @binding(${binding}) var<storage, read_write> ${name}: array<f32>;`,
  );
  const code = /* wgsl */ `
${HYPER_PARAMETERS_WGSL}
${UPDATE_SCALARS_WGSL}
${arrays.join('\n')}
@group(0) @binding(${arrays.length}) var<storage, read> scalars: UpdateScalars;
@group(0) @binding(${arrays.length + 1}) var<uniform> hyper: HyperParameters;

@compute @workgroup_size(${WORKGROUP_SIZE})
fn main(@builtin(global_invocation_id) id: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>) {
  let stride = groups.x * ${WORKGROUP_SIZE}u;
  let count = arrayLength(&parameters);
  for (var i = id.x; i < count; i += stride) {
    let gradient = accumulator[i] * scalars.gradientScale + hyper.l2 * parameters[i];
    accumulator[i] = 0.0;
    if (scalars.skipped == 0u) {
      ${body}
    }
  }
}
`;
  return { label, entryPoint: 'main', code };
}

/** Workgroups for a parameter of `size` elements. */
export function elementwiseUpdateWorkgroups(size: number): number {
  return Math.min(MOST_WORKGROUPS, Math.max(1, Math.ceil(size / (WORKGROUP_SIZE * ELEMENTS_PER_THREAD))));
}
