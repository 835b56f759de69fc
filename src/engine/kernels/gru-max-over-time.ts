import * as tf from '@tensorflow/tfjs-core';
import { accumulate } from './accumulate.ts';
import { addRowsByToken } from './embedding-gradient.ts';
import {
  type BackwardInputs,
  biasGradient,
  type GateGradients,
  makeGateGradients,
  runBackwardBlock,
  statesBefore,
} from './gru-backward.ts';
import { type GruDirection, type GruShape, type TimeBlock, timeBlocks } from './gru-blocks.ts';
import { type GruInputs, gruShape, gruStates } from './gru-forward.ts';
import { maxOverTime } from './max-over-time.ts';
import { webGpuBackend } from './webgpu-backend.ts';

/** A GRU over tokens, with the rows of each time block sorted by token for the gradient of `gates`. */
export interface TokenGru extends GruInputs {
  /** `tokenOrder(ids, rows of gates, gruBlockRows(ids, kernel))`; both directions may share it. */
  readonly order: tf.Tensor;
}

/** Rows [T·m] of `ids` that one block of the recurrence takes. */
export function gruBlockRows(ids: tf.Tensor, kernel: tf.Tensor): number {
  const shape = gruShape(ids, kernel);
  return timeBlocks(shape).steps * shape.examples;
}

/**
 * Maximum over time of a whole-sequence GRU's states: [m, units]. One direction of `torch.nn.GRU` with the gates'
 * order r, z, n, two bias vectors, and the reset gate applied after the recurrent product. Gradients by `gates`,
 * `kernel` and `bias`.
 *
 * Kept for the backward pass: the states, T · units floats an example, and the times of the maxima. Gates (four times
 * as much) are made again, a block of time steps at once, from the states: one matrix product more, a third of the
 * products of the forward and backward pass without it. Gradients by the gates exist for one block only, and gradients
 * by the states for one step: at each maximum they begin at `dy`.
 */
export function gruMaxOverTime(gru: TokenGru, direction: GruDirection): tf.Tensor {
  const run = tf.customGrad((...inputs) => {
    const [gates, kernel, bias, save] = inputs as [tf.Tensor, tf.Tensor, tf.Tensor, tf.GradSaveFunc];
    const { ids, order } = gru;
    const states = gruStates({ gates, ids, kernel, bias }, direction);
    const { values, times } = maxOverTime(states);
    save([gates, kernel, bias, ids, order, states, times]);
    return {
      value: values,
      gradFunc: (dy: tf.Tensor, saved: tf.Tensor[]) => backward(dy, saved, direction),
    };
  });
  return run(gru.gates, gru.kernel, gru.bias);
}

function backward(dy: tf.Tensor, saved: readonly tf.Tensor[], direction: GruDirection): tf.Tensor[] {
  const [gates, kernel, bias, ids, order, states, times] = saved;
  if (!gates || !kernel || !bias || !ids || !order || !states || !times)
    throw new Error('The GRU saves seven tensors.');
  const shape = gruShape(ids, kernel);
  const { steps: blockSteps, blocks } = timeBlocks(shape);
  const gradients = makeGateGradients(shape, blockSteps);
  const transposedKernel = tf.transpose(kernel);
  const gatesGradient = tf.fill(gates.shape, 0);
  let kernelGradient: tf.Tensor | undefined;
  for (const [index, block] of (direction === 'forward' ? blocks.toReversed() : blocks).entries()) {
    const before = statesBefore(states, block, direction);
    const recurrents = tf.fused.matMul({ a: before as tf.Tensor2D, b: kernel as tf.Tensor2D, bias });
    const inputs: BackwardInputs = { inputs: { gates, ids }, transposedKernel, before, recurrents, dy, times };
    runBackwardBlock(gradients, shape, { ...block, isFirst: index === 0, direction }, inputs);
    recurrents.dispose();
    const product = kernelProduct(before, gradients, shape);
    before.dispose();
    addGateRows(gatesGradient, gradients, shape, { ids, order, block });
    if (kernelGradient) {
      accumulate(kernelGradient, product);
      product.dispose();
    } else {
      kernelGradient = product;
    }
  }
  const biasSum = biasGradient(gradients, shape);
  webGpuBackend().disposeData(gradients.buffer.dataId);
  return [gatesGradient, kernelGradient ?? tf.fill(kernel.shape, 0), biasSum];
}

/** A block's part of the gradient by the kernel, [units, 3·units]: statesᵀ · gradients over all its rows. */
function kernelProduct(before: tf.Tensor, { buffer }: GateGradients, { units }: GruShape): tf.Tensor {
  const rows = before.size / units;
  const { kernelFunc } = tf.getKernel(tf.BatchMatMul, 'webgpu');
  const product = kernelFunc({
    // The kernel's product takes the first rows of the buffer as they are; a tensor would first be cut out of it.
    inputs: { a: before, b: { ...buffer, shape: [rows, 3 * units] } },
    backend: webGpuBackend(),
    attrs: { transposeA: true, transposeB: false },
  });
  if (Array.isArray(product)) throw new Error('A matrix product is one tensor.');
  return tf.engine().makeTensorFromTensorInfo(product);
}

interface BlockTokens {
  readonly ids: tf.Tensor;
  readonly order: tf.Tensor;
  readonly block: TimeBlock;
}

/** gatesGradient[token] += Σ [dr, dz, dn] of the block's rows with this token. */
function addGateRows(
  gatesGradient: tf.Tensor,
  { buffer, newGate }: GateGradients,
  { examples, units }: GruShape,
  { ids, order, block }: BlockTokens,
): void {
  addRowsByToken(gatesGradient, {
    ids,
    order,
    firstRow: block.first * examples,
    rows: block.steps * examples,
    values: buffer,
    stride: 3 * units,
    split: 2 * units,
    tailStart: newGate,
  });
}
