import type { BenchedStep, Contender, StepResult } from './contender.ts';
import type { TfjsFlags } from './eager-contender.ts';
import { GpuMeter } from './gpu-meter.ts';
import type { OpenedContender, RealmReply, RealmRequest } from './realm-messages.ts';

/** Opens the one contender of a realm, runs its steps, and counts what it asks of WebGPU. */
export function contenderRealm(
  open: (step: BenchedStep, flags: TfjsFlags) => Promise<Contender>,
): (request: RealmRequest) => Promise<RealmReply> {
  const meter = new GpuMeter({
    device: GPUDevice.prototype,
    buffer: GPUBuffer.prototype,
    pass: GPUComputePassEncoder.prototype,
    queue: GPUQueue.prototype,
  });
  let contender: Contender | undefined;
  return async (request) => {
    switch (request.type) {
      case 'open':
        contender = await open(request.step, request.flags);
        return { type: 'opened', opened: await warmUp(contender, request.warmUpSteps, meter) };
      case 'run': {
        if (!contender) throw new Error('The realm has no contender.');
        const run = request.cut
          ? await runCut(contender, request.steps, meter)
          : { steps: await runSteps(contender, request.steps), submits: null };
        return { type: 'ran', run: { ...run, allocatedBytes: allocatedBytes(contender, meter) } };
      }
      case 'plan':
        throw new Error('This realm trains.');
      default:
        return request satisfies never;
    }
  };
}

/** The last of the warm-up's steps is the one whose work is counted: compiling is over. */
async function warmUp(contender: Contender, count: number, meter: GpuMeter): Promise<OpenedContender> {
  const steps = await runSteps(contender, count - 1);
  const work = await meter.countWork(async () => steps.push(...(await runSteps(contender, 1))));
  await contender.cutStep?.();
  return { losses: steps.map(({ loss }) => loss), work, plan: contender.plan ?? null };
}

/** Steps whose submits are cut; how many they are depends on time, so they are counted in the steps that are timed. */
async function runCut(contender: Contender, count: number, meter: GpuMeter) {
  const steps: StepResult[] = [];
  const { submits } = await meter.countWork(async () => {
    for (let i = 0; i < count; i += 1) {
      if (!contender.cutStep) throw new Error('This side does not cut its submits.');
      steps.push(await contender.cutStep());
    }
  });
  return { steps, submits: submits / count };
}

async function runSteps(contender: Contender, count: number): Promise<StepResult[]> {
  const steps: StepResult[] = [];
  for (let i = 0; i < count; i += 1) steps.push(await contender.step());
  return steps;
}

function allocatedBytes(contender: Contender, meter: GpuMeter): number {
  const counted = contender.countedBytes?.() ?? meter.allocatedBytes;
  if (counted !== meter.allocatedBytes) {
    throw new Error(`The contender counts ${counted} bytes, the meter ${meter.allocatedBytes}.`);
  }
  return counted;
}
