import { formatBytes } from '../../src/core/bytes.ts';
import { type BenchRow, benchRow } from './bench-report.ts';
import type { ResNet152Measurement } from './measure-res-net-152.ts';
import { exact } from './spread.ts';

const GIB = 2 ** 30;
const MOST_WORKSPACE_BYTES = 2.8 * GIB;
const FEWEST_IMAGES = 3;
const LONGEST_SEARCH_MS = 5000;

/** What ResNet-152 takes, and how its largest batch is cut. */
export function resNet152Rows({ eager, engine, megapixels }: ResNet152Measurement): BenchRow[] {
  return [...byteRows(eager, engine), ...cutRows(megapixels)];
}

function byteRows(eager: ResNet152Measurement['eager'], engine: ResNet152Measurement['engine']): BenchRow[] {
  const group = `resnet152-224, micro-batch ${engine.microBatch}, one step by SGD, without a GPU`;
  const row = (
    head: Pick<BenchRow, 'id' | 'name' | 'target' | 'note'>,
    eagerBytes: number,
    engineBytes: number,
  ): BenchRow =>
    benchRow({
      ...head,
      group,
      unit: 'bytes',
      eager: eagerBytes,
      engine: engineBytes,
      ratio: exact(engineBytes / eagerBytes),
    });
  return [
    row(
      {
        id: 'resnet152-224/8/workspace',
        name: 'activations and workspace',
        target: { of: 'value', atMost: MOST_WORKSPACE_BYTES },
        note: "the plan's arena; all that tfjs allocates on a stand-in device but its variables",
      },
      eager.allocatedBytes - eager.parameterBytes,
      engine.arenaBytes,
    ),
    row(
      {
        id: 'resnet152-224/8/total',
        name: 'bytes in total',
        target: null,
        note: `tfjs at its peak, with uploads: ${formatBytes(eager.peakBytes).text}`,
      },
      eager.allocatedBytes,
      engine.peakBytes,
    ),
  ];
}

function cutRows({ config, microBatch, accumulationSteps, sizes, searchMs }: ResNet152Measurement['megapixels']) {
  const budget = formatBytes(config.budgetMiB * 2 ** 20).text;
  const shared = {
    group: `resnet152-1024, a batch of ${config.batchSize} in ${budget}, without a GPU`,
    eager: null,
    ratio: null,
  };
  return [
    benchRow({
      ...shared,
      id: 'resnet152-1024/micro-batch',
      name: 'micro-batch',
      unit: 'examples',
      engine: microBatch,
      target: { of: 'value', atLeast: FEWEST_IMAGES },
      note: null,
    }),
    benchRow({
      ...shared,
      id: 'resnet152-1024/slices',
      name: 'slices',
      unit: 'slices',
      engine: accumulationSteps,
      target: null,
      note: null,
    }),
    benchRow({
      ...shared,
      id: 'resnet152-1024/plan',
      name: 'time of the answer in Node',
      unit: 'ms',
      engine: searchMs,
      target: { of: 'value', atMost: LONGEST_SEARCH_MS },
      note: `${sizes.length} sizes planned: ${sizes.join(', ')}`,
    }),
  ];
}
