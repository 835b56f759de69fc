import { WebGPUBackend } from '@tensorflow/tfjs-backend-webgpu';
import * as tf from '@tensorflow/tfjs-core';

/** tfjs's current backend, for custom programs; while tracing it records, in an eager reference it computes. */
export function webGpuBackend(): WebGPUBackend {
  const backend = tf.backend();
  if (!(backend instanceof WebGPUBackend)) throw new Error("Own kernels need tfjs's WebGPU backend.");
  return backend;
}

/** The same buffer seen as a flat vector; no data moves. */
export function flat(tensor: tf.TensorInfo): tf.TensorInfo {
  return { dataId: tensor.dataId, dtype: tensor.dtype, shape: [tf.util.sizeFromShape(tensor.shape)] };
}
