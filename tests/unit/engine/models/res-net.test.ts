import { beforeAll, describe, expect, test } from 'vitest';
import { defaultConfig } from '../../../../src/core/config/default-config.ts';
import type { WorkloadId } from '../../../../src/core/config/training-config.ts';
import type { StepProgram } from '../../../../src/core/program/step-program.ts';
import { validateProgram } from '../../../../src/core/program/validate-program.ts';
import { Tracer } from '../../../../src/engine/capture/tracer.ts';
import { resNet } from '../../../../src/engine/models/res-net.ts';
import { type ResNetSizes, resNetLayers } from '../../../../src/engine/models/res-net-layers.ts';
import { traceEvaluationSlice, traceTrainingSlice } from '../../../../src/engine/planning/trace-slice.ts';
import { parameterSize } from '../../../../src/engine/training/initial-parameters.ts';
import { WORKLOADS, type Workload, workloadOf } from '../../../../src/engine/workload.ts';
import { deviceLimits } from '../../core/program/device-limits.ts';
import { persistentWrites } from '../planning/persistent-writes.ts';

const TORCHVISION = { block: 'bottleneck', widths: [64, 128, 256, 512], imageSize: 224, classes: 1000 } as const;
const SMALL = { block: 'basic', blocks: [1, 1], widths: [4, 8], imageSize: 9, classes: 3 } as const;
const BOTTLENECKS = { block: 'bottleneck', blocks: [1, 1], widths: [4, 4], imageSize: 20, classes: 3 } as const;

describe('residual networks have the parameters of the networks they are named after', () => {
  const count = ({ model: { parameters } }: Pick<Workload, 'model'>) =>
    parameters.reduce((sum, spec) => sum + parameterSize(spec), 0);

  // torchvision's resnet50 and resnet152; with 10 classes 990 · 2,049 fewer. ResNet-20 with shortcuts without parameters:
  // akamaster/pytorch_resnet_cifar10, 0.27 M.
  test.each([
    ['cifar-resnet20', 269_722],
    ['cifar-resnet50', 23_528_522],
    ['resnet152-224', 60_192_808],
    ['resnet152-1024', 60_192_808],
  ] as const satisfies readonly (readonly [WorkloadId, number])[])(
    '%s: %i, with either normalisation',
    (id, expected) => {
      expect(count(WORKLOADS[id])).toBe(expected);
      expect(count(workloadOf({ ...defaultConfig(id), normalization: 'group' }))).toBe(expected);
      expect(workloadOf({ ...defaultConfig(id), normalization: 'group' }).key).not.toBe(WORKLOADS[id].key);
    },
  );

  test('ResNet-50 with 1,000 classes: 25,557,032', () => {
    expect(count({ model: resNet({ ...TORCHVISION, blocks: [3, 4, 6, 3], normalization: 'batch' }) })).toBe(25_557_032);
  });
});

describe('layers', () => {
  test('images shrink as in torchvision: 224 → 112 → 56 → 28 → 14 → 7', () => {
    const { stem, blocks } = resNetLayers({ ...TORCHVISION, blocks: [3, 4, 6, 3], normalization: 'batch' });
    expect(stem).toMatchObject({ window: 7, stride: 2, padding: 3, outSize: 112 });
    const sizes = blocks.map(({ last }) => last.outSize);
    expect(sizes).toEqual([56, 56, 56, 28, 28, 28, 28, 14, 14, 14, 14, 14, 14, 7, 7, 7]);
    // The stride is in the 3 × 3 convolution, and in the projection beside it.
    expect(blocks[3]?.convolutions.map(({ window, stride }) => [window, stride])).toEqual([
      [1, 1],
      [3, 2],
    ]);
    expect(blocks[3]?.shortcut).toMatchObject({ window: 1, stride: 2, padding: 0, channels: 512 });
    expect(blocks[4]?.shortcut).toBe('identity');
  });

  test('every batch normalisation says how many values a channel has in an example', () => {
    const model = resNet({ ...SMALL, normalization: 'batch' });
    expect(model.normalizations).toEqual([
      { name: 'stem', channels: 4, elementsPerExample: 81 },
      { name: 'stage1/block1/conv1', channels: 4, elementsPerExample: 81 },
      { name: 'stage1/block1/conv2', channels: 4, elementsPerExample: 81 },
      { name: 'stage2/block1/conv1', channels: 8, elementsPerExample: 25 },
      { name: 'stage2/block1/conv2', channels: 8, elementsPerExample: 25 },
    ]);
    expect(resNet({ ...SMALL, normalization: 'group' }).normalizations).toBeUndefined();
  });
});

describe.each([
  ['basic blocks, batch', { ...SMALL, normalization: 'batch' }],
  ['basic blocks, group', { ...SMALL, normalization: 'group' }],
  ['bottlenecks, batch', { ...BOTTLENECKS, normalization: 'batch' }],
] as const satisfies readonly (readonly [string, ResNetSizes])[])('traced slices: %s', (_, sizes) => {
  const workload: Workload = {
    ...WORKLOADS['cifar-resnet20'],
    model: resNet(sizes),
    exampleShape: [sizes.imageSize, sizes.imageSize, 3],
    classes: sizes.classes,
  };
  const hasStatistics = sizes.normalization === 'batch';
  let tracer: Tracer;
  let training: StepProgram;
  let evaluation: StepProgram;
  beforeAll(async () => {
    // The least that WebGPU guarantees.
    tracer = await Tracer.create(deviceLimits());
    training = traceTrainingSlice(tracer, workload, 3, 0);
    evaluation = traceEvaluationSlice(tracer, workload, 3);
  });
  const labels = ({ commands, shaders }: StepProgram) =>
    commands.flatMap((command) => (command.type === 'dispatch' ? [shaders[command.shader]?.label ?? ''] : []));

  test('are valid, without atomics, large constants or more bindings than every device takes', () => {
    for (const program of [training, evaluation]) {
      validateProgram(program);
      expect(program.shaders.filter(({ code }) => code.includes('atomic'))).toEqual([]);
      const constants = program.buffers.map(({ role }) => (role.type === 'constant' ? role.data.byteLength : 0));
      expect(Math.max(...constants)).toBeLessThanOrEqual(256);
      for (const command of program.commands) {
        if (command.type !== 'dispatch') continue;
        expect(command.bindings.filter(({ access }) => access !== 'uniform').length).toBeLessThanOrEqual(8);
      }
    }
  });

  test('write every accumulator and the batch’s statistics while training, and the metrics alone in evaluation', () => {
    const accumulators = workload.model.parameters.map(({ name }) => `accumulator/${name}`);
    const statistics = hasStatistics ? ['statistics/sums'] : [];
    expect(persistentWrites(training)).toEqual(new Set([...accumulators, ...statistics, 'metrics']));
    expect(persistentWrites(evaluation)).toEqual(new Set(['metrics']));
  });

  test('normalise, add and rectify in one kernel, backward in the place of dy', () => {
    const normalizations = workload.model.parameters.filter(({ name }) => name.endsWith('/scale')).length;
    const kernels = labels(training);
    // Made again in the backward pass: what each convolution but the first of a block reads.
    const again = resNetLayers(sizes).blocks.flatMap(({ convolutions }) => convolutions).length;
    expect(kernels.filter((label) => /^Normalize(Add)?$/.test(label))).toHaveLength(normalizations + again);
    expect(kernels.filter((label) => label === 'Relu' || label === 'UnaryOp')).toEqual([]);
    expect(kernels.filter((label) => label === 'NormalizationGradient in place').length).toBeGreaterThan(0);
    // Gradients of scale and shift go straight into their accumulators.
    expect(kernels.filter((label) => label === 'ColumnSum +=').length).toBeGreaterThanOrEqual(2 * normalizations);
    expect(labels(evaluation).filter((label) => label === 'ChannelMoments')).toHaveLength(
      hasStatistics ? 0 : normalizations,
    );
  });
});
