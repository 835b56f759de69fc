import type * as tf from '@tensorflow/tfjs-core';
import { type AttentionShape, makeResult, mergedAt, partAt, runAttention } from './attention-program.ts';

/** What the gradient is made of: the result's gradient, and what the forward pass keeps. */
export interface AttentionTape {
  readonly dy: tf.Tensor; // [examples · steps, width]
  readonly qkv: tf.Tensor; // [examples · steps, 3 · width]
  readonly logSums: tf.Tensor; // [examples, heads, steps]
  readonly y: tf.Tensor; // [examples · steps, width]
}

/**
 * Gradient by queries, keys and values, [examples · steps, 3 · width]. With p the probabilities and dp = dy · vᵀ, the
 * scores' gradient is p ∘ (dp − Σ p·dp), and that sum is dy · y of the same row and head. Each row gathers: its query from
 * the rows it sees, its key and value from the rows that see it. No atomics, so the same bits every time.
 */
export function attentionGradient(tape: AttentionTape, shape: AttentionShape): tf.Tensor {
  const means = outputProducts(tape, shape);
  const gradient = makeResult(tape.qkv.shape);
  queryGradients(gradient, tape, means, shape);
  keyAndValueGradients(gradient, tape, means, shape);
  return gradient;
}

/** dy · y of each row and head: [examples, heads, steps]. */
function outputProducts({ dy, y }: AttentionTape, shape: AttentionShape): tf.Tensor {
  const result = makeResult([shape.examples, shape.heads, shape.steps]);
  runAttention({
    name: 'AttentionOutputProducts',
    shape,
    rows: { dy, y },
    result: { of: 'numbers', tensor: result },
    body: ({ dot }) => /* wgsl */ `
      let at = ${mergedAt('first + row')};
      result[index] = ${dot(
        (quad) => `dy[at + ${quad}]`,
        (quad) => `y[at + ${quad}]`,
      )};`,
  });
  return result;
}

function queryGradients(
  gradient: tf.Tensor,
  { dy, qkv, logSums }: AttentionTape,
  means: tf.Tensor,
  shape: AttentionShape,
): void {
  runAttention({
    name: 'AttentionQueryGradient',
    shape,
    rows: { dy, qkv },
    numbers: { logSums, means },
    result: { of: 'rows', tensor: gradient },
    body: ({ each, dot }) => /* wgsl */ `
      let start = ${partAt('first + row', 'query')};
      let out = ${mergedAt('first + row')};
      ${each((quad) => `let query${quad} = qkv[start + ${quad}]; let dy${quad} = dy[out + ${quad}];`)}
      ${each((quad) => `var sum${quad} = vec4<f32>(0.0);`)}
      let logSum = logSums[index];
      let mean = means[index];
      for (var other = 0; other <= row; other += 1) {
        let key = ${partAt('first + other', 'key')};
        let value = ${partAt('first + other', 'value')};
        let score = ${dot(
          (quad) => `query${quad}`,
          (quad) => `qkv[key + ${quad}]`,
        )} * uniforms.scale;
        let dp = ${dot(
          (quad) => `dy${quad}`,
          (quad) => `qkv[value + ${quad}]`,
        )};
        let ds = exp(score - logSum) * (dp - mean);
        ${each((quad) => `sum${quad} += ds * qkv[key + ${quad}];`)}
      }
      ${each((quad) => `result[start + ${quad}] = uniforms.scale * sum${quad};`)}`,
  });
}

function keyAndValueGradients(
  gradient: tf.Tensor,
  { dy, qkv, logSums }: AttentionTape,
  means: tf.Tensor,
  shape: AttentionShape,
): void {
  runAttention({
    name: 'AttentionKeyValueGradient',
    shape,
    rows: { dy, qkv },
    numbers: { logSums, means },
    result: { of: 'rows', tensor: gradient },
    body: ({ each, dot }) => /* wgsl */ `
      let keyAt = ${partAt('first + row', 'key')};
      let valueAt = ${partAt('first + row', 'value')};
      ${each((quad) => `let key${quad} = qkv[keyAt + ${quad}]; let value${quad} = qkv[valueAt + ${quad}];`)}
      ${each((quad) => `var dk${quad} = vec4<f32>(0.0); var dv${quad} = vec4<f32>(0.0);`)}
      for (var other = row; other < uniforms.steps; other += 1) {
        let query = ${partAt('first + other', 'query')};
        let out = ${mergedAt('first + other')};
        let score = ${dot(
          (quad) => `qkv[query + ${quad}]`,
          (quad) => `key${quad}`,
        )} * uniforms.scale;
        let dp = ${dot(
          (quad) => `dy[out + ${quad}]`,
          (quad) => `value${quad}`,
        )};
        let p = exp(score - logSums[own + other]);
        let ds = p * (dp - means[own + other]);
        ${each((quad) => `dk${quad} += ds * qkv[query + ${quad}]; dv${quad} += p * dy[out + ${quad}];`)}
      }
      ${each((quad) => `result[keyAt + ${quad}] = uniforms.scale * dk${quad};`)}
      ${each((quad) => `result[valueAt + ${quad}] = dv${quad};`)}`,
  });
}
