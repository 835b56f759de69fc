import { defaultConfig } from '../../../src/core/config/default-config.ts';
import type { TrainingConfig } from '../../../src/core/config/training-config.ts';
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
import { type Workload, workloadOf } from '../../../src/engine/workload.ts';
import {
  BENCH_ADAM,
  BENCH_SEED,
  type BenchedStep,
  type Contender,
  type PlanFigures,
  type StepResult,
} from './contender.ts';
import { memoryFigures } from './plan-figures.ts';
import { stepInputs } from './step-inputs.ts';
import { uncutPacer } from './uncut-pacer.ts';

const now = (): number => performance.now();

/**
 * The engine as the page runs it: planned and compiled by the same code, replayed through the same pacer. Its parameters
 * go on from step to step, cut or not.
 */
export async function openEngineContender(benched: BenchedStep): Promise<Contender> {
  const { runDevice, plan, executable, workload } = await compiledRun(benched);
  const { memory, watch } = runDevice;
  const { queue } = memory.device;
  const [even, odd] = READ_BACK_NAMES;
  const readBack = new ReadBack(watch, [executable.buffer(even), executable.buffer(odd)]);
  const inputs = filledInputs(benched, workload);
  const updateBlock = new Float32Array(UPDATE_BLOCK_WORDS);
  const metrics = executable.buffer(METRICS_NAME);
  const slice = sliceProgram(plan, benched.microBatch);
  const uncut = await uncutPacer(runDevice, executable, [slice, plan.updateProgram]);
  const cutting = new SubmitPacer(memory.device, watch, executable, now);
  let update = 0;

  return {
    plan: planFigures(plan, slice),
    countedBytes: () => memory.allocatedBytes,
    step: () => step(uncut),
    cutStep: () => step(cutting),
  };

  async function step(pacer: SubmitPacer): Promise<StepResult> {
    await queue.onSubmittedWorkDone();
    pacer.takeEncodeMs();
    const startMs = now();
    inputs.upload(queue, executable, benched.microBatch, { seed: BENCH_SEED, update, firstExample: 0 });
    writeUpdateBlock(updateBlock, { learningRate: BENCH_ADAM.learningRate, examples: benched.microBatch });
    queue.writeBuffer(executable.buffer(UPDATE_BLOCK_NAME), 0, updateBlock);
    const uploadedMs = now();
    update += 1;
    const result = readBack.next(metrics);
    await pacer.run(slice, (encoder) => encoder.clearBuffer(metrics));
    await pacer.run(plan.updateProgram, undefined, result.encode);
    const submittedMs = now();
    await pacer.idle();
    const doneMs = now();
    // Uncut, both submits are made without a wait, and the pacer's own clock says nothing.
    const javaScriptMs = pacer === cutting ? pacer.takeEncodeMs() : submittedMs - uploadedMs;
    const { loss } = readMetrics(await result.read());
    watch.check();
    return {
      javaScriptMs,
      javaScriptWithInputsMs: uploadedMs - startMs + javaScriptMs,
      wholeMs: doneMs - startMs,
      loss,
    };
  }
}

async function compiledRun(benched: BenchedStep) {
  const { runDevice, limits } = await openRunDevice();
  const config = configOf(benched);
  const workload = workloadOf(config);
  const { plan, executable } = await compileRun({
    config,
    planner: await createPlanner(limits, now),
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
  uploadInitialParameters(runDevice.memory.device.queue, executable, workload.model, BENCH_SEED);
  return { runDevice, plan, executable, workload };
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

function sliceProgram({ sliceProgram: programs }: RunPlan, microBatch: number): number {
  const program = programs.get(microBatch);
  if (program === undefined) throw new Error('The plan has no program for the benched size.');
  return program;
}

/** One slice that is the whole batch, in a budget that cannot refuse it; nothing that stock tfjs does not do. */
function configOf({ workload, microBatch, timeSteps, recomputation }: BenchedStep): TrainingConfig {
  const config = defaultConfig(workload);
  return {
    ...config,
    ...BENCH_ADAM,
    optimizer: 'adam',
    l2: 0,
    weightDecay: 0,
    clipNorm: 0,
    dropout: 0,
    timeSteps: timeSteps ?? config.timeSteps,
    recomputation: recomputation ?? config.recomputation,
    batchSize: microBatch,
    microBatch,
    budgetMiB: 4096,
    seed: BENCH_SEED,
  };
}

function filledInputs(benched: BenchedStep, workload: Workload): SliceInputs {
  const { examples, labels } = stepInputs(benched);
  const inputs = new SliceInputs(benched.microBatch, workload);
  const { staging } = inputs;
  if (examples instanceof Int32Array) staging.tokens.set(examples);
  else staging.values.set(examples);
  staging.labels.set(labels);
  staging.weights.fill(1 / labels.length);
  return inputs;
}

function planFigures({ memory, updateProgram }: RunPlan, sliceProgram: number): PlanFigures {
  const dispatches = [sliceProgram, updateProgram].flatMap((program) =>
    (memory.programs[program]?.commands ?? []).filter(({ type }) => type === 'dispatch'),
  ).length;
  return { ...memoryFigures(memory), dispatches };
}
