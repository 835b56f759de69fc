import * as tf from '@tensorflow/tfjs-core';
import { elementwiseProgram } from './elementwise-program.ts';
import type { GruDirection, GruShape, TimeBlock } from './gru-blocks.ts';
import { examplesPerWorkgroup } from './gru-blocks.ts';
import type { GruInputs } from './gru-forward.ts';
import { gruProgram, integerUniforms, type Lanes } from './gru-program.ts';
import { flat, webGpuBackend } from './webgpu-backend.ts';

/**
 * Gradients by the gates' arguments in one block of time steps. One buffer holds, one after the other, for all rows:
 * - [dr, dz, r·dn]: the gradient by W_h·h + b_h
 * - [dn]: with dr and dz, the gradient by W_i·x + b_i
 * and, carried from block to block: the gradient by the state [m, units], and the sums over time of the first of these
 * [workgroups, 3·units].
 */
export interface GateGradients {
  readonly buffer: tf.TensorInfo;
  /** Index of the first element of each part but the first. */
  readonly newGate: number;
  readonly carry: number;
  readonly biasSums: number;
}

export function makeGateGradients(shape: GruShape, blockSteps: number): GateGradients {
  const { examples, units } = shape;
  const rows = blockSteps * examples;
  const newGate = rows * 3 * units;
  const carry = newGate + rows * units;
  const biasSums = carry + examples * units;
  const workgroups = Math.ceil(examples / examplesPerWorkgroup(examples));
  const buffer = webGpuBackend().makeTensorInfo([biasSums + workgroups * 3 * units], 'float32');
  return { buffer, newGate, carry, biasSums };
}

/**
 * Makes the gates again from the state before the step and W_h·h + b_h, then the gradients by their arguments, then,
 * through workgroup memory, the gradient by the state before.
 */
const recurrence = (lanes: Lanes) => /* wgsl */ `
  var<workgroup> gradients: array<Lanes, 3 * UNITS>;
  fn row(time: i32, example: i32) -> i32 {
    return (time - uniforms.first) * uniforms.examples + min(example, uniforms.examples - 1);
  }
  fn exists(example: i32) -> bool { return example < uniforms.examples; }
  fn stateIndex(example: i32, unit: i32) -> i32 { return min(example, uniforms.examples - 1) * UNITS + unit; }
  fn run(unit: i32, group: i32) {
    let example = group * ${lanes.count};
    let isUnit = unit < UNITS;
    let sums = uniforms.biasSums + group * 3 * UNITS + unit;
    var carry = Lanes(0.0);
    var sum = vec3<f32>(0.0);
    if (isUnit && uniforms.isFirst == 0) {
      ${lanes.each(
        (lane) => `if (exists(example + ${lane})) {
          ${lanes.at('carry', lane)} = result[uniforms.carry + stateIndex(example + ${lane}, unit)];
        }`,
      )}
      sum = vec3<f32>(result[sums], result[sums + UNITS], result[sums + 2 * UNITS]);
    }
    for (var step = 0; step < uniforms.steps; step += 1) {
      if (isUnit) {
        let time = uniforms.start + step * uniforms.stride;
        ${lanes.each((lane) => `let row${lane} = row(time, example + ${lane});`)}
        ${lanes.each((lane) => `let at${lane} = row${lane} * 3 * UNITS + unit;`)}
        ${lanes.each(
          (lane) => `let input${lane} = ids[uniforms.first * uniforms.examples + row${lane}] * 3 * UNITS + unit;`,
        )}
        let h = ${lanes.of((lane) => `before[row${lane} * UNITS + unit]`)};
        let recurrent = ${lanes.of((lane) => `recurrents[at${lane} + 2 * UNITS]`)};
        let r = sigmoid(${lanes.of((lane) => `gates[input${lane}] + recurrents[at${lane}]`)});
        let z = sigmoid(${lanes.of((lane) => `gates[input${lane} + UNITS] + recurrents[at${lane} + UNITS]`)});
        let n = safeTanh(r * recurrent + ${lanes.of((lane) => `gates[input${lane} + 2 * UNITS]`)});
        ${lanes.each(
          (lane) => `if (exists(example + ${lane}) && times[stateIndex(example + ${lane}, unit)] == time) {
            ${lanes.at('carry', lane)} += dy[stateIndex(example + ${lane}, unit)];
          }`,
        )}
        let dn = carry * (Lanes(1.0) - z) * (Lanes(1.0) - n * n);
        let dz = carry * (h - n) * z * (Lanes(1.0) - z);
        let dr = dn * recurrent * r * (Lanes(1.0) - r);
        let drecurrent = dn * r;
        carry *= z;
        sum += vec3<f32>(${lanes.sum('dr')}, ${lanes.sum('dz')}, ${lanes.sum('drecurrent')});
        gradients[unit] = dr;
        gradients[UNITS + unit] = dz;
        gradients[2 * UNITS + unit] = drecurrent;
        ${lanes.each(
          (lane) => `if (exists(example + ${lane})) {
            result[at${lane}] = ${lanes.at('dr', lane)};
            result[at${lane} + UNITS] = ${lanes.at('dz', lane)};
            result[at${lane} + 2 * UNITS] = ${lanes.at('drecurrent', lane)};
            result[uniforms.newGate + row${lane} * UNITS + unit] = ${lanes.at('dn', lane)};
          }`,
        )}
      }
      workgroupBarrier();
      if (isUnit) {
        for (var k = 0; k < 3 * UNITS; k += 1) { carry += gradients[k] * kernel[k * UNITS + unit]; }
      }
      workgroupBarrier();
    }
    if (isUnit) {
      ${lanes.each(
        (lane) => `if (exists(example + ${lane})) {
          result[uniforms.carry + stateIndex(example + ${lane}, unit)] = ${lanes.at('carry', lane)};
        }`,
      )}
      result[sums] = sum.x;
      result[sums + UNITS] = sum.y;
      result[sums + 2 * UNITS] = sum.z;
    }
  }`;

const UNIFORMS = `examples : i32, first : i32, start : i32, stride : i32, steps : i32, isFirst : i32, newGate : i32,
  carry : i32, biasSums : i32,`;

/** What the backward recurrence reads beside the gradients it writes. */
export interface BackwardInputs {
  readonly inputs: Pick<GruInputs, 'gates' | 'ids'>;
  /** The kernel, transposed: [3·units, units]. */
  readonly transposedKernel: tf.Tensor;
  /** Of the block's rows: the state before the step [rows, units], and its product W_h·h + b_h [rows, 3·units]. */
  readonly before: tf.Tensor;
  readonly recurrents: tf.Tensor;
  /** Gradient by the maximum over time, and when that was: [m, units]. */
  readonly dy: tf.Tensor;
  readonly times: tf.Tensor;
}

/** Runs one block of the backward recurrence: from its last step to its first, as `direction` ran. */
export function runBackwardBlock(
  gradients: GateGradients,
  shape: GruShape,
  block: TimeBlock & { readonly isFirst: boolean; readonly direction: GruDirection },
  { inputs, transposedKernel, before, recurrents, dy, times }: BackwardInputs,
): void {
  const program = gruProgram({
    name: 'GruBackward',
    shape,
    variableNames: ['gates', 'ids', 'recurrents', 'before', 'kernel', 'dy', 'times'],
    uniforms: UNIFORMS,
    code: recurrence,
  });
  const { buffer, newGate, carry, biasSums } = gradients;
  const { first, steps, isFirst, direction } = block;
  const [start, stride] = direction === 'forward' ? [first + steps - 1, -1] : [first, 1];
  const counts = [shape.examples, first, start, stride, steps, Number(isFirst)];
  const bound = [inputs.gates, inputs.ids, recurrents, before, transposedKernel, dy, times].map(flat);
  const uniforms = integerUniforms(...counts, newGate, carry, biasSums);
  webGpuBackend().runWebGPUProgram(program, bound, 'float32', uniforms, buffer);
}

/** The states before each step of a block, [rows, units]; zeros before the first. `states` is [T, m, units]. */
export function statesBefore(states: tf.Tensor, block: TimeBlock, direction: GruDirection): tf.Tensor {
  const [, examples = 0, units = 0] = states.shape;
  const rows = block.steps * examples;
  const program = elementwiseProgram({
    name: 'GruStatesBefore',
    variableNames: ['states'],
    size: rows * units,
    uniforms: 'shift : i32, count : i32,',
    body: /* wgsl */ `
      let source = index + uniforms.shift;
      result[index] = select(0.0, states[max(source, 0)], source >= 0 && source < uniforms.count);`,
  });
  const shift = (block.first + (direction === 'forward' ? -1 : 1)) * examples * units;
  const uniforms = integerUniforms(shift, states.size);
  const before = webGpuBackend().runWebGPUProgram(program, [flat(states)], 'float32', uniforms);
  return tf.engine().makeTensorFromTensorInfo({ ...before, shape: [rows, units] });
}

/** Gradient by b_h, [3·units]: the sums that the workgroups carried through all blocks, added up. */
export function biasGradient({ buffer, biasSums }: GateGradients, { examples, units }: GruShape): tf.Tensor {
  const program = elementwiseProgram({
    name: 'GruBiasGradient',
    variableNames: ['gradients'],
    size: 3 * units,
    uniforms: 'first : i32, workgroups : i32,',
    body: /* wgsl */ `
      var sum = 0.0;
      for (var group = 0; group < uniforms.workgroups; group += 1) {
        sum += gradients[uniforms.first + group * uniforms.size + index];
      }
      result[index] = sum;`,
  });
  const uniforms = integerUniforms(biasSums, Math.ceil(examples / examplesPerWorkgroup(examples)));
  const gradient = webGpuBackend().runWebGPUProgram(program, [flat(buffer)], 'float32', uniforms);
  return tf.engine().makeTensorFromTensorInfo(gradient);
}
