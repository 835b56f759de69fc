import { defaultConfig } from '../../../src/core/config/default-config.ts';
import type { TrainingConfig } from '../../../src/core/config/training-config.ts';
import { livenessLowerBoundBytes } from '../../../src/core/program/live-bytes.ts';
import { DeviceMemory } from '../../../src/engine/device/device-memory.ts';
import { DeviceWatch } from '../../../src/engine/device/device-watch.ts';
import { openDevice } from '../../../src/engine/device/gpu-device.ts';
import type { RunDevice } from '../../../src/engine/device/run-device.ts';
import { PipelineCache } from '../../../src/engine/execute/pipeline-cache.ts';
import { ReadBack } from '../../../src/engine/execute/readback.ts';
import { SubmitPacer } from '../../../src/engine/execute/submit-pacer.ts';
import { METRICS_NAME } from '../../../src/engine/planning/buffer-names.ts';
import { compileRun } from '../../../src/engine/planning/compile-run.ts';
import { createPlanner } from '../../../src/engine/planning/plan-training.ts';
import { READ_BACK_NAMES, type RunPlan } from '../../../src/engine/planning/run-plan.ts';
import { SliceInputs } from '../../../src/engine/training/slice-inputs.ts';
import { readMetrics, UPDATE_BLOCK_WORDS, writeUpdateBlock } from '../../../src/engine/training/update-block.ts';
import { UPDATE_BLOCK_NAME } from '../../../src/engine/training/update-program.ts';
import { uploadInitialParameters } from '../../../src/engine/training/upload-parameters.ts';
import { WORKLOADS } from '../../../src/engine/workload.ts';
import {
  BENCH_ADAM,
  BENCH_SEED,
  type BenchedStep,
  type Contender,
  type PlanFigures,
  type StepResult,
} from './contender.ts';
import { stepInputs } from './step-inputs.ts';

const now = (): number => performance.now();

/** The engine as the page runs it: planned and compiled by the same code, replayed through the same pacer. */
export async function openEngineContender(benched: BenchedStep): Promise<Contender> {
  const { runDevice, limits } = await openRunDevice();
  const { memory, watch } = runDevice;
  const { queue } = memory.device;
  const config = configOf(benched);
  const planner = await createPlanner(limits, now);
  const { plan, executable } = await compileRun({
    config,
    planner,
    runDevice,
    onCompiling: () => {},
    onProgress: () => {},
    onRefused: (text) => {
      throw new Error(text);
    },
    onTried: () => {},
    check: () => {},
    now,
  });
  uploadInitialParameters(queue, executable, WORKLOADS[benched.workload].model, BENCH_SEED);
  const [even, odd] = READ_BACK_NAMES;
  const readBack = new ReadBack(watch, [executable.buffer(even), executable.buffer(odd)]);
  // To a clock that stands still no work takes time, so nothing is cut.
  const pacer = new SubmitPacer(memory.device, watch, executable, benched.paced ? now : () => 0);
  const inputs = filledInputs(benched);
  const updateBlock = new Float32Array(UPDATE_BLOCK_WORDS);
  const metrics = executable.buffer(METRICS_NAME);
  const sliceProgram = plan.sliceProgram.get(benched.microBatch);
  if (sliceProgram === undefined) throw new Error('The plan has no program for the benched size.');
  let update = 0;

  return {
    plan: planFigures(plan, sliceProgram),
    countedBytes: () => memory.allocatedBytes,
    async step(): Promise<StepResult> {
      await queue.onSubmittedWorkDone();
      pacer.takeEncodeMs();
      const startMs = now();
      inputs.upload(queue, executable, benched.microBatch, { seed: BENCH_SEED, update, firstExample: 0 });
      writeUpdateBlock(updateBlock, { learningRate: BENCH_ADAM.learningRate, examples: benched.microBatch });
      queue.writeBuffer(executable.buffer(UPDATE_BLOCK_NAME), 0, updateBlock);
      const uploadedMs = now();
      update += 1;
      const result = readBack.next(metrics);
      await pacer.run(sliceProgram, (encoder) => encoder.clearBuffer(metrics));
      await pacer.run(plan.updateProgram, undefined, result.encode);
      const submittedMs = now();
      await pacer.idle();
      const doneMs = now();
      // Uncut, both submits are made without a wait, and the pacer's own clock says nothing.
      const javaScriptMs = benched.paced ? pacer.takeEncodeMs() : submittedMs - uploadedMs;
      const { loss } = readMetrics(await result.read());
      watch.check();
      return {
        javaScriptMs,
        javaScriptWithInputsMs: uploadedMs - startMs + javaScriptMs,
        wholeMs: doneMs - startMs,
        loss,
      };
    },
  };
}

async function openRunDevice() {
  const result = await openDevice(navigator.gpu);
  if (result.type !== 'opened') throw new Error(`No WebGPU device: ${result.type}.`);
  const { device, limits } = result.opened;
  const runDevice: RunDevice = {
    memory: new DeviceMemory(device),
    watch: new DeviceWatch(device, now),
    pipelines: new PipelineCache(device),
  };
  return { runDevice, limits };
}

/** One slice that is the whole batch, in a budget that cannot refuse it. */
function configOf({ workload, microBatch }: BenchedStep): TrainingConfig {
  return {
    ...defaultConfig(workload),
    ...BENCH_ADAM,
    optimizer: 'adam',
    batchSize: microBatch,
    microBatch,
    budgetMiB: 4096,
    seed: BENCH_SEED,
  };
}

function filledInputs({ workload, microBatch }: BenchedStep): SliceInputs {
  const { examples, labels } = stepInputs(microBatch);
  const inputs = new SliceInputs(microBatch, WORKLOADS[workload]);
  inputs.staging.values.set(examples);
  inputs.staging.labels.set(labels);
  inputs.staging.weights.fill(1 / microBatch);
  return inputs;
}

function planFigures({ memory, updateProgram }: RunPlan, sliceProgram: number): PlanFigures {
  const dispatches = [sliceProgram, updateProgram].flatMap((program) =>
    (memory.programs[program]?.commands ?? []).filter(({ type }) => type === 'dispatch'),
  ).length;
  return {
    dispatches,
    peakBytes: memory.peakBytes,
    lowerBoundBytes: memory.lowerBoundBytes,
    arenaBytes: memory.arena.reduce((sum, bytes) => sum + bytes, 0),
    arenaLowerBoundBytes: livenessLowerBoundBytes(memory.programs),
  };
}
