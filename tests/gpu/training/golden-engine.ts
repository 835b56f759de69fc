import { balancedSlices, sliceSizes } from '../../../src/core/batch/balanced-slices.ts';
import type { TrainingConfig } from '../../../src/core/config/training-config.ts';
import { DeviceMemory } from '../../../src/engine/device/device-memory.ts';
import { openDevice } from '../../../src/engine/device/gpu-device.ts';
import { Executable } from '../../../src/engine/execute/executable.ts';
import { PipelineCache } from '../../../src/engine/execute/pipeline-cache.ts';
import { METRICS_NAME, parameterName } from '../../../src/engine/planning/buffer-names.ts';
import { createPlanner } from '../../../src/engine/planning/plan-training.ts';
import type { RunPlan } from '../../../src/engine/planning/run-plan.ts';
import type { TrainingPlanner } from '../../../src/engine/planning/training-planner.ts';
import { SliceInputs } from '../../../src/engine/training/slice-inputs.ts';
import { UPDATE_BLOCK_WORDS, writeUpdateBlock } from '../../../src/engine/training/update-block.ts';
import { UPDATE_BLOCK_NAME } from '../../../src/engine/training/update-program.ts';
import { WORKLOADS } from '../../../src/engine/workload.ts';
import { goldenClasses, goldenValues, sizeOf } from './golden-values.ts';

/** The batch and the initial parameters of a fixture of scripts/golden/networks.py. */
export interface GoldenNetwork {
  readonly examples: number;
  readonly inputStream: number;
  readonly targetStream: number;
  readonly parameters: readonly {
    readonly shape: readonly number[];
    readonly stream: number;
    readonly scale: number;
  }[];
}

/** One device for the tests of a file: compiling the kernels is most of their time. */
export interface GoldenDevice {
  readonly memory: DeviceMemory;
  readonly pipelines: PipelineCache;
  readonly planner: TrainingPlanner;
}

export async function openGoldenDevice(): Promise<GoldenDevice> {
  const result = await openDevice(navigator.gpu);
  if (result.type !== 'opened') throw new Error(`This test needs a WebGPU device: ${result.type}.`);
  const { device, limits } = result.opened;
  const planner = await createPlanner(limits, () => performance.now());
  return { memory: new DeviceMemory(device), pipelines: new PipelineCache(device), planner };
}

/**
 * A configuration planned and compiled as the worker does it, with a fixture's batch and parameters instead of a data
 * set and a seed. Owns its buffers. Reads fail on any error that the device reports.
 */
export class GoldenEngine {
  readonly parameterNames: readonly string[];
  readonly #device: GPUDevice;
  readonly #plan: RunPlan;
  readonly #executable: Executable;
  readonly #inputs: SliceInputs;
  readonly #network: GoldenNetwork;
  readonly #errors: string[] = [];

  private constructor(device: GPUDevice, plan: RunPlan, executable: Executable, network: GoldenNetwork) {
    const workload = WORKLOADS[plan.report.config.workload];
    const { model } = workload;
    this.#device = device;
    this.#plan = plan;
    this.#executable = executable;
    this.#network = network;
    this.#inputs = new SliceInputs(plan.report.microBatch, workload);
    this.parameterNames = model.parameters.map(({ name }) => name);
    device.addEventListener('uncapturederror', ({ error }) => this.#errors.push(error.message));
    model.parameters.forEach(({ name, shape }, i) => {
      const golden = network.parameters[i];
      if (!golden || golden.shape.join() !== shape.join())
        throw new Error(`The fixture's parameter ${i} is not ${name}.`);
      this.#write(parameterName(name), goldenValues(sizeOf(shape), golden.stream, golden.scale));
    });
  }

  static async create(opened: GoldenDevice, config: TrainingConfig, network: GoldenNetwork): Promise<GoldenEngine> {
    const { report, run } = opened.planner.plan(config);
    if (!run) throw new Error(report.reason);
    const compiled = await Executable.compile(opened.memory, opened.pipelines, run.memory);
    if (compiled.type !== 'compiled') throw new Error(`${compiled.type}: ${compiled.detail}`);
    return new GoldenEngine(opened.memory.device, run, compiled.executable, network);
  }

  /** Sizes of the slices that `accumulate` runs. */
  get sliceSizes(): readonly number[] {
    return sliceSizes(balancedSlices(this.#network.examples, this.#plan.report.capacity));
  }

  /** Runs all slices of the batch: gradients, loss and accuracy are then in their sums. */
  accumulate(): void {
    const { examples: batch, inputStream, targetStream } = this.#network;
    const elements = this.#inputs.staging.values.length / this.#plan.report.microBatch;
    const images = goldenValues(batch * elements, inputStream, 1, 0);
    const labels = goldenClasses(batch, targetStream, 10);
    this.#submit((encoder) => encoder.clearBuffer(this.#executable.buffer(METRICS_NAME)));
    let first = 0;
    for (const size of this.sliceSizes) {
      const program = this.#plan.sliceProgram.get(size);
      if (program === undefined) throw new Error(`No program for a slice of ${size} examples.`);
      this.#inputs.staging.values.set(images.subarray(first * elements, (first + size) * elements));
      this.#inputs.staging.labels.set(labels.subarray(first, first + size));
      this.#inputs.staging.weights.fill(1 / batch, 0, size);
      this.#inputs.upload(this.#device.queue, this.#executable, size, { seed: 0, update: 0, firstExample: first });
      this.#submit((encoder) => this.#executable.encode(encoder, program));
      first += size;
    }
  }

  /** Makes the optimizer's update from the sums. */
  update(learningRate: number): void {
    const block = new Float32Array(UPDATE_BLOCK_WORDS);
    writeUpdateBlock(block, { learningRate, examples: this.#network.examples });
    this.#write(UPDATE_BLOCK_NAME, block);
    this.#submit((encoder) => this.#executable.encode(encoder, this.#plan.updateProgram));
  }

  /** Floats of a persistent buffer, once the device has done all that was submitted. */
  async read(name: string): Promise<Float32Array> {
    const source = this.#executable.buffer(name);
    const usage = GPUBufferUsage.MAP_READ | GPUBufferUsage.COPY_DST;
    const readBack = this.#device.createBuffer({ size: source.size, usage });
    this.#submit((encoder) => encoder.copyBufferToBuffer(source, 0, readBack, 0, source.size));
    await readBack.mapAsync(GPUMapMode.READ);
    const values = new Float32Array(readBack.getMappedRange().slice(0));
    readBack.destroy();
    if (this.#errors.length > 0) throw new Error(`The device reports: ${this.#errors.join('; ')}`);
    return values;
  }

  destroy(): void {
    this.#executable.destroy();
  }

  #write(name: string, values: Float32Array<ArrayBuffer>): void {
    this.#device.queue.writeBuffer(this.#executable.buffer(name), 0, values);
  }

  #submit(encode: (encoder: GPUCommandEncoder) => void): void {
    const encoder = this.#device.createCommandEncoder();
    encode(encoder);
    this.#device.queue.submit([encoder.finish()]);
  }
}
