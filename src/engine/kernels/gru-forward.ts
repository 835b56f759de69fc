import * as tf from '@tensorflow/tfjs-core';
import { type GruDirection, type GruShape, timeBlocks } from './gru-blocks.ts';
import { gruProgram, integerUniforms, type Lanes } from './gru-program.ts';
import { flat, webGpuBackend } from './webgpu-backend.ts';

/** What a GRU reads. Gates are in PyTorch's order r, z, n. */
export interface GruInputs {
  /** W_i·x + b_i of every input that occurs, [inputs, 3·units]: for tokens, of the vocabulary. */
  readonly gates: tf.Tensor;
  /** Which of them each time step has: int32 [T, m]. */
  readonly ids: tf.Tensor;
  /** W_h, transposed: [units, 3·units]. */
  readonly kernel: tf.Tensor;
  /** b_h: [3·units]. */
  readonly bias: tf.Tensor;
}

/**
 * Each thread makes one unit of the state for the workgroup's examples, step by step; the state before the step is in
 * workgroup memory. Weights are read along rows by neighbouring threads.
 */
const recurrence = (lanes: Lanes) => /* wgsl */ `
  var<workgroup> before: array<Lanes, UNITS>;
  fn row(time: i32, example: i32) -> i32 {
    return time * uniforms.examples + min(example, uniforms.examples - 1);
  }
  fn run(unit: i32, group: i32) {
    let example = group * ${lanes.count};
    let isUnit = unit < UNITS;
    var state = Lanes(0.0);
    if (isUnit && uniforms.isFirst == 0) {
      let time = uniforms.start - uniforms.stride;
      state = ${lanes.of((lane) => `result[row(time, example + ${lane}) * UNITS + unit]`)};
    }
    for (var step = 0; step < uniforms.steps; step += 1) {
      if (isUnit) { before[unit] = state; }
      workgroupBarrier();
      if (isUnit) {
        var r = Lanes(bias[unit]);
        var z = Lanes(bias[UNITS + unit]);
        var n = Lanes(bias[2 * UNITS + unit]);
        for (var k = 0; k < UNITS; k += 1) {
          let at = k * 3 * UNITS + unit;
          r += before[k] * kernel[at];
          z += before[k] * kernel[at + UNITS];
          n += before[k] * kernel[at + 2 * UNITS];
        }
        let time = uniforms.start + step * uniforms.stride;
        ${lanes.each((lane) => `let input${lane} = ids[row(time, example + ${lane})] * 3 * UNITS + unit;`)}
        r = sigmoid(r + ${lanes.of((lane) => `gates[input${lane}]`)});
        z = sigmoid(z + ${lanes.of((lane) => `gates[input${lane} + UNITS]`)});
        n = safeTanh(r * n + ${lanes.of((lane) => `gates[input${lane} + 2 * UNITS]`)});
        state = n + z * (state - n);
        ${lanes.each(
          (lane) => `if (example + ${lane} < uniforms.examples) {
            result[row(time, example + ${lane}) * UNITS + unit] = ${lanes.at('state', lane)};
          }`,
        )}
      }
      workgroupBarrier();
    }
  }`;

/**
 * States of a GRU at all times, [T, m, units], from a state of zeros, as `torch.nn.GRU` defines it:
 * n = tanh(W_in·x + b_in + r ∘ (W_hn·h + b_hn)), h ← (1 − z)∘n + z∘h. One dispatch for each block of time steps. Not on
 * the tape.
 */
export function gruStates({ gates, ids, kernel, bias }: GruInputs, direction: GruDirection): tf.Tensor {
  const shape = gruShape(ids, kernel);
  const { blocks } = timeBlocks(shape);
  const stride = direction === 'forward' ? 1 : -1;
  const backend = webGpuBackend();
  const states = backend.makeTensorInfo([ids.size * shape.units], 'float32');
  const inputs = [gates, ids, kernel, bias].map(flat);
  for (const [index, { first, steps }] of (direction === 'forward' ? blocks : blocks.toReversed()).entries()) {
    const program = gruProgram({
      name: 'GruForward',
      shape,
      variableNames: ['gates', 'ids', 'kernel', 'bias'],
      uniforms: 'examples : i32, start : i32, stride : i32, steps : i32, isFirst : i32,',
      code: recurrence,
    });
    const start = direction === 'forward' ? first : first + steps - 1;
    const uniforms = integerUniforms(shape.examples, start, stride, steps, Number(index === 0));
    backend.runWebGPUProgram(program, inputs, 'float32', uniforms, states);
  }
  return tf.engine().makeTensorFromTensorInfo({ ...states, shape: [shape.steps, shape.examples, shape.units] });
}

/** The shape of a GRU with these ids [T, m] and this kernel [units, 3·units]. */
export function gruShape(ids: tf.Tensor, kernel: tf.Tensor): GruShape {
  const [steps = 0, examples = 0] = ids.shape;
  const [units = 0, gates = 0] = kernel.shape;
  if (ids.shape.length !== 2 || gates !== 3 * units) {
    throw new Error(`A GRU needs ids [T, m] and a kernel [units, 3·units], not [${ids.shape}] and [${kernel.shape}].`);
  }
  return { steps, examples, units };
}
