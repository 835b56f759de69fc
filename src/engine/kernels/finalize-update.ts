import type { ProgramShader } from '../../core/program/step-program.ts';
import { METRIC } from '../training/update-block.ts';
import { HYPER_PARAMETERS_WGSL, UPDATE_SCALARS_WGSL } from './update-structs.ts';

/**
 * One thread decides the update: global norm √Σ sums, clipping as `torch.nn.utils.clip_grad_norm_` does it, Adam's
 * bias corrections, and whether loss and norm are finite. If one is not, the update is skipped: `state` keeps its
 * values and `scalars.skipped` tells the optimizer kernels to keep theirs, so nothing waits for the host.
 *
 * Finiteness is read off the bits, since WGSL lets a compiler assume that no value is NaN or infinite (WGSL
 * specification, section "Floating Point Evaluation"). For the same reason `metrics` is bound as words.
 *
 * 1 − βᵗ follows the recurrence c ← c·β + (1 − β): in float32, 1 − 0.999ᵗ would lose half its digits for small t.
 */
export const FINALIZE_UPDATE: ProgramShader = {
  label: 'FinalizeUpdate',
  entryPoint: 'main',
  code: /* wgsl */ `
${HYPER_PARAMETERS_WGSL}
${UPDATE_SCALARS_WGSL}
struct UpdateBlock {
  learningRate: f32,
}
struct UpdateState {
  updates: u32,
  correction1: f32,
  correction2: f32,
}
@group(0) @binding(0) var<storage, read> sums: array<f32>;
@group(0) @binding(1) var<storage, read> block: UpdateBlock;
@group(0) @binding(2) var<storage, read_write> state: UpdateState;
@group(0) @binding(3) var<storage, read_write> metrics: array<u32>;
@group(0) @binding(4) var<storage, read_write> scalars: UpdateScalars;
@group(0) @binding(5) var<uniform> hyper: HyperParameters;

fn isFiniteBits(bits: u32) -> bool {
  return (bits & 0x7f800000u) != 0x7f800000u;
}

@compute @workgroup_size(1)
fn main() {
  var sum = 0.0;
  var excess = 0.0;
  for (var i = 0u; i < arrayLength(&sums); i++) {
    let term = sums[i] - excess;
    let next = sum + term;
    excess = (next - sum) - term;
    sum = next;
  }
  let norm = sqrt(sum);
  let applied = isFiniteBits(bitcast<u32>(sum)) && isFiniteBits(metrics[${METRIC.loss}]);

  if (applied) {
    state.updates += 1u;
    state.correction1 = state.correction1 * hyper.beta1 + hyper.oneMinusBeta1;
    state.correction2 = state.correction2 * hyper.beta2 + hyper.oneMinusBeta2;
    scalars.learningRate = block.learningRate;
    scalars.adamStep = block.learningRate / state.correction1;
    scalars.rootCorrection2 = sqrt(state.correction2);
    scalars.gradientScale = 1.0;
    if (hyper.clipNorm > 0.0) {
      scalars.gradientScale = min(1.0, hyper.clipNorm / (norm + 1e-6));
    }
  }
  scalars.skipped = select(1u, 0u, applied);
  metrics[${METRIC.gradientNorm}] = bitcast<u32>(norm);
  metrics[${METRIC.skipped}] = bitcast<u32>(select(1.0, 0.0, applied));
  metrics[${METRIC.updates}] = bitcast<u32>(f32(state.updates));
}
`,
};
