import * as tf from '@tensorflow/tfjs-core';
import '@tensorflow/tfjs-core/dist/register_all_gradients';
import { WebGPUBackend } from '@tensorflow/tfjs-backend-webgpu';
import type { DeviceLimits } from '../../../src/core/program/plan-report.ts';
import { installWebGpuGlobals } from '../../../src/engine/capture/webgpu-globals.ts';
import { parameterSize } from '../../../src/engine/training/initial-parameters.ts';
import { StandInDevice } from './stand-in-device.ts';
import type { StockModel } from './stock-layers.ts';
import { stockResNet } from './stock-res-net.ts';
import { stockStep, submitRest } from './stock-step.ts';

/** A step of stock tfjs whose memory is asked for. */
export interface StockMemoryAsked {
  readonly model: StockModel;
  readonly optimizer: () => tf.Optimizer;
  /** [m, …example] of float32 */
  readonly inputShape: readonly number[];
  readonly classes: number;
  readonly steps: number;
}

export interface StockMemory {
  /** Bytes of all buffers after the last step: the pool of tfjs never shrinks. */
  readonly allocatedBytes: number;
  /** The most at any moment, with buffers through which the host uploads. */
  readonly peakBytes: number;
  readonly parameterBytes: number;
  /** Of the last step. */
  readonly dispatches: number;
}

/**
 * Runs steps of stock tfjs, with its own pool of buffers and its own kernels and gradients, on a stand-in device: nothing
 * is computed, every buffer is counted. Takes over tfjs in this JavaScript realm.
 */
export async function stockMemory(asked: StockMemoryAsked, limits: DeviceLimits): Promise<StockMemory> {
  installWebGpuGlobals();
  const device = new StandInDevice(limits);
  const backend = new WebGPUBackend(device.asGpuDevice());
  if (tf.engine().registryFactory.webgpu) tf.removeBackend('webgpu');
  tf.registerBackend('webgpu', () => backend);
  await tf.setBackend('webgpu');
  const { model, classes, inputShape, steps } = asked;
  const variables = new Map(
    model.parameters.map(({ name, shape }) => [name, tf.variable(tf.zeros([...shape]), true, name)]),
  );
  const optimizer = asked.optimizer();
  let dispatches = 0;
  for (let i = 0; i < steps; i += 1) {
    const before = device.dispatches;
    const examples = tf.zeros([...inputShape]);
    const labels = tf.zeros([inputShape[0] ?? 0], 'int32') as tf.Tensor1D;
    const loss = stockStep(model, variables, optimizer, { examples, labels, classes });
    submitRest(backend);
    tf.dispose([loss, examples, labels]);
    dispatches = device.dispatches - before;
  }
  return {
    allocatedBytes: device.allocatedBytes,
    peakBytes: device.peakBytes,
    parameterBytes: model.parameters.reduce((sum, { shape }) => sum + 4 * parameterSize({ shape }), 0),
    dispatches,
  };
}

/** Stages and output of ResNet-152, as torchvision's. */
export const STOCK_RES_NET_152 = {
  block: 'bottleneck',
  blocks: [3, 8, 36, 3],
  widths: [64, 128, 256, 512],
  classes: 1000,
} as const;
/** Enough that the pool has stopped growing. */
const STEPS = 2;

/** Memory of ResNet-152 learning from `images` images of 224 × 224 by SGD. */
export function stockResNet152Memory(images: number, limits: DeviceLimits): Promise<StockMemory> {
  const asked: StockMemoryAsked = {
    model: stockResNet(STOCK_RES_NET_152),
    optimizer: () => tf.train.sgd(1e-2),
    inputShape: [images, 224, 224, 3],
    classes: STOCK_RES_NET_152.classes,
    steps: STEPS,
  };
  return stockMemory(asked, limits);
}
