import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { NORMALIZATION_IDS } from '../../../src/core/config/training-config.ts';
import type { StepProgram } from '../../../src/core/program/step-program.ts';
import { Tracer } from '../../../src/engine/capture/tracer.ts';
import { DEFAULT_LIMITS } from '../../../src/engine/device/default-limits.ts';
import { resNet } from '../../../src/engine/models/res-net.ts';
import {
  accumulatorName,
  INPUT_NAMES,
  METRICS_NAME,
  parameterName,
  STATISTICS_NAMES,
} from '../../../src/engine/planning/buffer-names.ts';
import { traceEvaluationSlice, traceTrainingSlice } from '../../../src/engine/planning/trace-slice.ts';
import { initialStatistics } from '../../../src/engine/training/running-statistics.ts';
import {
  METRICS_WORDS,
  readMetrics,
  UPDATE_BLOCK_WORDS,
  writeUpdateBlock,
} from '../../../src/engine/training/update-block.ts';
import { buildUpdateProgram, UPDATE_BLOCK_NAME } from '../../../src/engine/training/update-program.ts';
import { WORKLOADS, type Workload } from '../../../src/engine/workload.ts';
import golden from '../../fixtures/golden/residual.json';
import { summaryError } from '../kernels/gru-golden-summary.ts';
import { ProgramRunner } from '../program-runner.ts';
import { goldenClasses, goldenValues, relativeError, sizeOf } from '../training/golden-values.ts';

type GoldenCase = (typeof golden.cases)[number];

const SGD = {
  optimizer: 'sgd',
  momentum: 0,
  beta1: 0.9,
  beta2: 0.999,
  epsilon: 1e-8,
  l2: 0,
  weightDecay: 0,
  clipNorm: 0,
} as const;

// One device for all cases: compiling the kernels is most of the time.
let runner: ProgramRunner;
let tracer: Tracer;
beforeAll(async () => {
  runner = await ProgramRunner.open();
  tracer = await Tracer.create({ ...DEFAULT_LIMITS, maxStorageBuffersPerShaderStage: 8 });
});
afterEach(() => runner.reset());
afterAll(() => runner.destroy());

function workloadOfCase({ case: { block, blocks, widths, imageSize, classes, normalization } }: GoldenCase): Workload {
  const model = resNet({
    block: block === 'basic' ? 'basic' : 'bottleneck',
    blocks,
    widths,
    imageSize,
    classes,
    normalization: NORMALIZATION_IDS.find((id) => id === normalization) ?? 'batch',
  });
  return { ...WORKLOADS['cifar-resnet20'], model, classes, exampleShape: [imageSize, imageSize, 3] };
}

/** Programs of one size of slice, with a fixture's parameters. */
class GoldenRun {
  readonly workload: Workload;
  readonly #entry: GoldenCase;
  readonly #slice: StepProgram;
  readonly #update: StepProgram;

  private constructor(entry: GoldenCase, size: number) {
    this.#entry = entry;
    this.workload = workloadOfCase(entry);
    const { parameters, normalizations } = this.workload.model;
    this.#slice = traceTrainingSlice(tracer, this.workload, size, 0);
    const updated = parameters.map(({ name, shape }) => ({ name, size: sizeOf(shape) }));
    this.#update = buildUpdateProgram(updated, SGD, normalizations);
  }

  static async start(entry: GoldenCase, size: number): Promise<GoldenRun> {
    const run = new GoldenRun(entry, size);
    await run.#load();
    return run;
  }

  async #load(): Promise<void> {
    await runner.load(this.#slice);
    await runner.load(this.#update);
    for (const { name, shape, stream, scale, offset } of this.#entry.parameters) {
      runner.write(parameterName(name), goldenValues(sizeOf(shape), stream, scale, offset));
    }
    const { normalizations } = this.workload.model;
    if (normalizations) runner.write(STATISTICS_NAMES.running, initialStatistics(normalizations));
  }

  /** Writes examples `first` … `first + count − 1` of the fixture's batch. */
  writeSlice(first: number, count: number): void {
    const { stream, case: sizes } = this.#entry;
    const elements = sizes.imageSize ** 2 * 3;
    const images = goldenValues(golden.examples * elements, stream, 2);
    const labels = goldenClasses(golden.examples, stream + 1, sizes.classes);
    runner.write(INPUT_NAMES.examples, images.slice(first * elements, (first + count) * elements));
    runner.write(INPUT_NAMES.labels, labels.slice(first, first + count));
    runner.write(INPUT_NAMES.weights, new Float32Array(count).fill(1 / golden.examples));
  }

  async accumulate(first: number, count: number): Promise<void> {
    this.writeSlice(first, count);
    await runner.run(this.#slice);
  }

  async update(): Promise<void> {
    const block = new Float32Array(UPDATE_BLOCK_WORDS);
    writeUpdateBlock(block, { learningRate: golden.learningRate, examples: golden.examples });
    runner.write(UPDATE_BLOCK_NAME, block);
    await runner.run(this.#update);
  }

  async loss(): Promise<number> {
    return readMetrics(await runner.readFloats(METRICS_NAME)).loss;
  }
}

const named = golden.cases.map(
  (entry) => [`${entry.case.block} blocks, ${entry.case.normalization} normalisation`, entry] as const,
);

describe.each(named)('%s: PyTorch’s numbers', (_, entry) => {
  test('loss, all gradients, running statistics after an update, and the loss in evaluation then', async () => {
    const run = await GoldenRun.start(entry, golden.examples);
    await run.accumulate(0, golden.examples);
    expect(Math.abs((await run.loss()) / entry.loss - 1)).toBeLessThan(1e-5);
    for (const expected of entry.parameters) {
      const gradient = await runner.readFloats(accumulatorName(expected.name));
      expect(summaryError(gradient, expected, golden.projectionStream), expected.name).toBeLessThan(2e-5);
    }
    await run.update();
    if (entry.running) {
      expect(relativeError(await runner.readFloats(STATISTICS_NAMES.running), entry.running)).toBeLessThan(1e-6);
      expect((await runner.readFloats(STATISTICS_NAMES.sums)).every((sum) => sum === 0)).toBe(true);
    }
    const evaluation = traceEvaluationSlice(tracer, run.workload, golden.examples);
    await runner.load(evaluation);
    runner.write(METRICS_NAME, new Float32Array(METRICS_WORDS));
    await runner.run(evaluation);
    expect(Math.abs((await run.loss()) / entry.evaluationLoss - 1)).toBeLessThan(1e-5);
  });
});

describe('several slices of a batch', () => {
  const [slice = 0] = golden.slices;

  test('leave the running statistics that the law of total variance gives; a skipped update leaves them alone', async () => {
    const entry = golden.cases.find(({ running }) => running);
    if (!entry?.slicedRunning) throw new Error('The fixture has a case with batch normalisation.');
    const run = await GoldenRun.start(entry, slice);
    const accumulate = async () => {
      for (let first = 0; first < golden.examples; first += slice) await run.accumulate(first, slice);
    };
    await accumulate();
    await run.update();
    const running = await runner.readFloats(STATISTICS_NAMES.running);
    expect(relativeError(running, entry.slicedRunning)).toBeLessThan(1e-6);

    await accumulate();
    const metrics = new Float32Array(METRICS_WORDS).fill(Number.NaN);
    runner.write(METRICS_NAME, metrics);
    await run.update();
    expect(await runner.readFloats(STATISTICS_NAMES.running)).toEqual(running);
    expect((await runner.readFloats(STATISTICS_NAMES.sums)).every((sum) => sum === 0)).toBe(true);
  });

  test('add up to the gradient of the whole batch with group normalisation, and two runs give the same bits', async () => {
    const entry = golden.cases.find(({ case: { normalization } }) => normalization === 'group');
    if (!entry) throw new Error('The fixture has a case with group normalisation.');
    const run = await GoldenRun.start(entry, slice);
    const gradients = async () => {
      for (const { name } of entry.parameters) runner.clear(accumulatorName(name));
      for (let first = 0; first < golden.examples; first += slice) await run.accumulate(first, slice);
      return Promise.all(entry.parameters.map(({ name }) => runner.readFloats(accumulatorName(name))));
    };
    const sums = await gradients();
    for (const [i, expected] of entry.parameters.entries()) {
      const gradient = sums[i] ?? new Float32Array();
      expect(summaryError(gradient, expected, golden.projectionStream), expected.name).toBeLessThan(2e-5);
    }
    expect(await gradients()).toEqual(sums);
  });
});
