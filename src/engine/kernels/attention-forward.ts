import type * as tf from '@tensorflow/tfjs-core';
import { type AttentionShape, makeResult, mergedAt, partAt, runAttention } from './attention-program.ts';

const query = (quad: number) => `query${quad}`;
const key = (quad: number) => `qkv[key + ${quad}]`;

/** log Σ exp(score) over the rows that each row sees, [examples, heads, steps]: all a softmax needs of them. */
export function attentionLogSums(qkv: tf.Tensor, shape: AttentionShape): tf.Tensor {
  const result = makeResult([shape.examples, shape.heads, shape.steps]);
  runAttention({
    name: 'AttentionLogSums',
    shape,
    rows: { qkv },
    result: { of: 'numbers', tensor: result },
    body: ({ each, dot }) => /* wgsl */ `
      let start = ${partAt('first + row', 'query')};
      ${each((quad) => `let query${quad} = qkv[start + ${quad}];`)}
      var key = ${partAt('first', 'key')};
      var largest = ${dot(query, key)} * uniforms.scale;
      var sum = 1.0;
      for (var other = 1; other <= row; other += 1) {
        key = ${partAt('first + other', 'key')};
        let score = ${dot(query, key)} * uniforms.scale;
        if (score > largest) {
          sum = sum * exp(largest - score) + 1.0;
          largest = score;
        } else {
          sum += exp(score - largest);
        }
      }
      result[index] = largest + log(sum);`,
  });
  return result;
}

/** Σ probability · value over the rows that each row sees: [examples · steps, width]. */
export function attentionValues(qkv: tf.Tensor, logSums: tf.Tensor, shape: AttentionShape): tf.Tensor {
  const result = makeResult([shape.examples * shape.steps, shape.heads * shape.headWidth]);
  runAttention({
    name: 'AttentionValues',
    shape,
    rows: { qkv },
    numbers: { logSums },
    result: { of: 'rows', tensor: result },
    body: ({ each, dot }) => /* wgsl */ `
      let start = ${partAt('first + row', 'query')};
      ${each((quad) => `let query${quad} = qkv[start + ${quad}];`)}
      ${each((quad) => `var sum${quad} = vec4<f32>(0.0);`)}
      let logSum = logSums[index];
      for (var other = 0; other <= row; other += 1) {
        let key = ${partAt('first + other', 'key')};
        let value = ${partAt('first + other', 'value')};
        let probability = exp(${dot(query, key)} * uniforms.scale - logSum);
        ${each((quad) => `sum${quad} += probability * qkv[value + ${quad}];`)}
      }
      let place = ${mergedAt('first + row')};
      ${each((quad) => `result[place + ${quad}] = sum${quad};`)}`,
  });
  return result;
}
