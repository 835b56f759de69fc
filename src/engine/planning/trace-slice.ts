import * as tf from '@tensorflow/tfjs-core';
import { CONFIG_TABLE } from '../../core/config/config-table.ts';
import { optimizeProgram } from '../../core/program/passes/optimize-program.ts';
import type { StepProgram } from '../../core/program/step-program.ts';
import { STEP_BLOCK_WORDS } from '../../core/step-block.ts';
import type { Tracer, TraceScope } from '../capture/tracer.ts';
import { accumulate } from '../kernels/accumulate.ts';
import { accumulateMetrics } from '../kernels/accumulate-metrics.ts';
import { accumulateStatistics, type ChannelRange, runningMoments } from '../kernels/batch-statistics.ts';
import { columnSum } from '../kernels/column-sum.ts';
import { batchLayout, momentsOf } from '../kernels/normalization.ts';
import { sampleKeyedDropout } from '../kernels/sample-keyed-dropout.ts';
import { classificationLoss } from '../models/classification-loss.ts';
import type { ModelContext, NamedTensors } from '../models/model.ts';
import { channelCount, channelRanges } from '../training/running-statistics.ts';
import { METRICS_WORDS } from '../training/update-block.ts';
import type { Workload } from '../workload.ts';
import {
  accumulatorName,
  INPUT_NAMES,
  METRICS_NAME,
  ofSlice,
  parameterName,
  STATISTICS_NAMES,
  STEP_BLOCK_NAME,
} from './buffer-names.ts';

interface SliceInputs {
  readonly examples: tf.Tensor; // [m, …example]
  readonly labels: tf.Tensor; // int32 [m · targets]
  readonly weights: tf.Tensor; // [m · targets], divided by the batch's total weight
  readonly step: tf.Tensor; // int32 [8]
  readonly metrics: tf.Tensor; // [8]
}

/**
 * One training slice of `microBatch` examples as a program: forward, backward, and each gradient added into its
 * accumulator; the slice's part of loss and accuracy added into the metrics block.
 */
export function traceTrainingSlice(tracer: Tracer, workload: Workload, microBatch: number, rate: number): StepProgram {
  return traceOneBackward(tracer, workload, [microBatch], rate);
}

/**
 * Slices of these sizes, forward one after another, their losses added up, and one backward pass: the same gradient as of
 * one program for each, but all activations wait for the backward pass.
 */
export function traceOneBackward(
  tracer: Tracer,
  workload: Workload,
  sizes: readonly number[],
  rate: number,
): StepProgram {
  const traced = tracer.trace((scope) => {
    const tensors = declareParameters(scope, workload);
    const names = [...tensors.keys()];
    const slices = sizes.map((size, slice) => {
      const inputs = declareInputs(scope, workload, size, slice);
      return { inputs, context: trainingContext(scope, workload, inputs, rate) };
    });
    const lossOf = (...values: tf.Tensor[]): tf.Scalar => {
      const parameters = namedTensors(new Map(names.map((name, i) => [name, values[i] as tf.Tensor])));
      const losses = slices.map(({ inputs, context }) => {
        scope.beginForward();
        const logits = workload.model.forward(parameters, inputs.examples, context);
        const { loss, terms } = classificationLoss(logits, inputs.labels, inputs.weights);
        scope.beginAccumulate();
        accumulateMetrics(inputs.metrics, terms);
        return loss;
      });
      scope.beginBackward();
      return losses.reduce((sum, loss) => tf.add(sum, loss));
    };
    const { grads } = tf.valueAndGrads(lossOf)([...tensors.values()]);
    scope.beginAccumulate();
    grads.forEach((gradient, i) => {
      const spec = workload.model.parameters[i];
      if (!spec) throw new Error('A gradient without a parameter.');
      accumulate(scope.persistent(accumulatorName(spec.name), 'accumulators', spec.shape, 'float32'), gradient);
    });
  });
  return optimizeProgram(traced);
}

/** A forward-only pass over `microBatch` examples; its part of loss and accuracy is added into the metrics block. */
export function traceEvaluationSlice(tracer: Tracer, workload: Workload, microBatch: number): StepProgram {
  const traced = tracer.trace((scope) => {
    const parameters = declareParameters(scope, workload);
    const { examples, labels, weights, metrics } = declareInputs(scope, workload, microBatch, 0);
    const context = evaluationContext(scope, workload);
    const logits = workload.model.forward(namedTensors(parameters), examples, context);
    const { terms } = classificationLoss(logits, labels, weights);
    scope.beginAccumulate();
    accumulateMetrics(metrics, terms);
  });
  return optimizeProgram(traced);
}

function declareParameters(scope: TraceScope, workload: Workload): ReadonlyMap<string, tf.Tensor> {
  return new Map(
    workload.model.parameters.map(({ name, shape }) => [
      name,
      scope.persistent(parameterName(name), 'parameters', shape, 'float32'),
    ]),
  );
}

function declareInputs(scope: TraceScope, workload: Workload, microBatch: number, slice: number): SliceInputs {
  const { exampleShape, exampleType } = workload;
  const targets = microBatch * workload.targetsPerExample;
  const input = (name: string, shape: readonly number[], type: 'float32' | 'int32') =>
    scope.persistent(ofSlice(name, slice), 'inputs', shape, type);
  return {
    examples: input(INPUT_NAMES.examples, [microBatch, ...exampleShape], exampleType),
    labels: input(INPUT_NAMES.labels, [targets], 'int32'),
    weights: input(INPUT_NAMES.weights, [targets], 'float32'),
    step: scope.persistent(ofSlice(STEP_BLOCK_NAME, slice), 'other', [STEP_BLOCK_WORDS], 'int32'),
    metrics: scope.persistent(METRICS_NAME, 'other', [METRICS_WORDS], 'float32'),
  };
}

function trainingContext(scope: TraceScope, workload: Workload, inputs: SliceInputs, rate: number): ModelContext {
  const { step, weights } = inputs;
  const sums = declareStatistics(scope, workload, 'sums');
  const running = declareStatistics(scope, workload, 'running');
  // The slice's part of the batch: its weights are divided by the batch's.
  const share = sums && tf.engine().makeTensorFromTensorInfo(columnSum(scope.backend, weights, 1));
  return {
    training: true,
    recomputation: workload.recomputation ?? CONFIG_TABLE.recomputation.default,
    remake: scope.remake,
    dropout: (x, layer) => (rate > 0 ? sampleKeyedDropout(x, step, layer, rate) : x),
    batchMoments: (name, x) => {
      if (!sums || !running || !share) throw new Error(`The model names no batch normalisation ${name}.`);
      const own = momentsOf(x, batchLayout(x));
      accumulateStatistics({ sums: sums.tensor, running: running.tensor, share }, own.moments, sums.range(name));
      return own;
    },
  };
}

function evaluationContext(scope: TraceScope, workload: Workload): ModelContext {
  const running = declareStatistics(scope, workload, 'running');
  return {
    training: false,
    // There is no backward pass.
    recomputation: 'none',
    remake: scope.remake,
    dropout: (x) => x,
    batchMoments: (name, x) => {
      if (!running) throw new Error(`The model names no batch normalisation ${name}.`);
      return { layout: batchLayout(x), moments: runningMoments(running.tensor, running.range(name)) };
    },
  };
}

interface Statistics {
  readonly tensor: tf.Tensor; // [2, channels]
  range(name: string): ChannelRange;
}

/** Undefined for a model without batch normalisation. */
function declareStatistics(
  scope: TraceScope,
  { model: { normalizations = [] } }: Workload,
  kept: keyof typeof STATISTICS_NAMES,
): Statistics | undefined {
  if (normalizations.length === 0) return undefined;
  const ranges = channelRanges(normalizations);
  const kind = kept === 'sums' ? 'accumulators' : 'parameters';
  return {
    tensor: scope.persistent(STATISTICS_NAMES[kept], kind, [2, channelCount(normalizations)], 'float32'),
    range: (name) => {
      const range = ranges.get(name);
      if (!range) throw new Error(`The model names no batch normalisation ${name}.`);
      return range;
    },
  };
}

function namedTensors(tensors: ReadonlyMap<string, tf.Tensor>): NamedTensors {
  return {
    get: (name) => {
      const tensor = tensors.get(name);
      if (!tensor) throw new Error(`The model names no parameter ${name}.`);
      return tensor;
    },
  };
}
