import * as tf from '@tensorflow/tfjs-core';
import { elementwiseProgram } from './elementwise-program.ts';
import { flat, webGpuBackend } from './webgpu-backend.ts';

/** Numbers that the forward pass keeps for each example: w·loss, w·correct, max logit, Σ exp(logit − max logit). */
export const CROSS_ENTROPY_TERMS = 4;

/**
 * What has no softmax is made NaN by hand: exp(NaN) is infinite on some adapters, and a comparison with NaN may be
 * anything where the compiler takes it that there is none.
 */
const TERMS_BODY = /* wgsl */ `
  let first = index * uniforms.classes;
  var largest = logits[first];
  var predicted = 0;
  var isBroken = false;
  for (var c = 0; c < uniforms.classes; c += 1) {
    let logit = logits[first + c];
    if (logit > largest) { largest = logit; predicted = c; }
    isBroken = isBroken || isnan(logit);
  }
  isBroken = isBroken || isinf(largest);
  var sum = 0.0;
  for (var c = 0; c < uniforms.classes; c += 1) { sum += exp(logits[first + c] - largest); }
  let label = labels[index];
  let weight = weights[index];
  let loss = log(sum) - (logits[first + label] - largest);
  result[4 * index] = weight * select(loss, uniforms.NAN, isBroken);
  result[4 * index + 1] = select(0.0, weight, predicted == label);
  result[4 * index + 2] = largest;
  result[4 * index + 3] = select(sum, uniforms.NAN, isBroken);`;

/**
 * Softmax cross-entropy of each example, as `torch.nn.functional.cross_entropy` defines it, and whether its first
 * largest logit is its label. `logits` [m, classes], `labels` int32 [m] in 0 … classes − 1, `weights` [m]; returns
 * the terms [m, 4]. Not on the tape.
 */
export function crossEntropyTerms(logits: tf.Tensor, labels: tf.Tensor, weights: tf.Tensor): tf.Tensor {
  const [examples = 0, classes = 0] = logits.shape;
  // One thread an example. 'size' counts threads; each writes four elements.
  const program = elementwiseProgram({
    name: 'CrossEntropy',
    variableNames: ['logits', 'labels', 'weights'],
    size: examples,
    uniforms: 'classes : i32,',
    body: TERMS_BODY,
  });
  const backend = webGpuBackend();
  const terms = backend.makeTensorInfo([CROSS_ENTROPY_TERMS * examples], 'float32');
  const uniforms = [{ type: 'int32', data: [classes] }];
  backend.runWebGPUProgram(program, [flat(logits), flat(labels), flat(weights)], 'float32', uniforms, terms);
  return tf.engine().makeTensorFromTensorInfo({ ...terms, shape: [examples, CROSS_ENTROPY_TERMS] });
}

const GRADIENT_BODY = /* wgsl */ `
  let example = index / uniforms.classes;
  let probability = exp(logits[index] - terms[4 * example + 2]) / terms[4 * example + 3];
  let expected = select(0.0, 1.0, labels[example] == index - example * uniforms.classes);
  result[index] = (probability - expected) * weights[example] * dy[0];`;

/** What `crossEntropyGradient` reads; shapes as in `crossEntropyTerms`. */
export interface CrossEntropyInputs {
  readonly logits: tf.Tensor;
  readonly labels: tf.Tensor;
  readonly weights: tf.Tensor;
  readonly terms: tf.Tensor;
}

/** Gradient of dy · Σ w·loss by the logits: (softmax − one-hot)·w·dy, [m, classes]. `dy` is a scalar. */
export function crossEntropyGradient(dy: tf.Tensor, inputs: CrossEntropyInputs): tf.Tensor {
  const { logits, labels, weights, terms } = inputs;
  const program = elementwiseProgram({
    name: 'CrossEntropyGradient',
    variableNames: ['dy', 'logits', 'labels', 'weights', 'terms'],
    size: logits.size,
    uniforms: 'classes : i32,',
    body: GRADIENT_BODY,
  });
  const uniforms = [{ type: 'int32', data: [logits.shape[1] ?? 0] }];
  const bound = [dy, logits, labels, weights, terms].map(flat);
  const gradient = webGpuBackend().runWebGPUProgram(program, bound, 'float32', uniforms);
  return tf.reshape(tf.engine().makeTensorFromTensorInfo(gradient), logits.shape);
}
