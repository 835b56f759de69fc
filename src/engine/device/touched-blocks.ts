import type { BlockOutcome } from '../../core/device-measurement.ts';
import type { ProgramShader } from '../../core/program/step-program.ts';
import { refusalOf } from '../execute/compile-refusal.ts';
import { withErrorScopes } from './error-scope.ts';
import type { RunDevice } from './run-device.ts';

const WORKGROUP_SIZE = 256;
/** Enough threads to fill any GPU; each writes one word in so many, side by side with its neighbours. */
const MOST_WORKGROUPS = 4096;

/**
 * Writes every word of a block with the output of a PCG hash: a driver may promise memory that it takes only when it is
 * written, and an operating system may keep pages of zeros as nothing.
 */
const TOUCH: ProgramShader = {
  label: 'touch block',
  entryPoint: 'main',
  code: `
@group(0) @binding(0) var<storage, read_write> block: array<u32>;

@compute @workgroup_size(${WORKGROUP_SIZE})
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  let threads = groups.x * ${WORKGROUP_SIZE}u;
  let words = arrayLength(&block);
  for (var i = id.x; i < words; i += threads) {
    let state = i * 747796405u + 2891336453u;
    let word = ((state >> ((state >> 28u) + 4u)) ^ state) * 277803737u;
    block[i] = (word >> 22u) ^ word;
  }
}
`,
};

/** Owns blocks of device memory that have been written in full, until `destroy`. */
export class TouchedBlocks {
  readonly #runDevice: RunDevice;
  readonly #now: () => number;
  readonly #buffers: GPUBuffer[] = [];

  constructor(runDevice: RunDevice, now: () => number) {
    this.#runDevice = runDevice;
    this.#now = now;
  }

  /** Compiles the kernel, so that no block's time contains it. Rejects with KernelCompilationError or DeviceFailure. */
  async prepare(): Promise<void> {
    const { memory, pipelines, watch } = this.#runDevice;
    await watch.wait(withErrorScopes(memory.device, () => pipelines.prepare([TOUCH])));
  }

  /** Creates a block of whole words, writes it, and waits until the device has done so. Rejects with DeviceFailure. */
  async add(sizeBytes: number): Promise<BlockOutcome> {
    const { memory, watch } = this.#runDevice;
    const startMs = this.#now();
    const { outcome } = await watch.wait(
      withErrorScopes(memory.device, async () => {
        const buffer = memory.create('measured block', sizeBytes, GPUBufferUsage.STORAGE);
        this.#buffers.push(buffer);
        this.#touch(buffer);
        await memory.device.queue.onSubmittedWorkDone();
      }),
    );
    if (outcome.type === 'ok') return { type: 'touched', ms: this.#now() - startMs };
    if (outcome.type === 'out-of-memory') return outcome;
    throw refusalOf(outcome);
  }

  destroy(): void {
    for (const buffer of this.#buffers.splice(0)) this.#runDevice.memory.destroy(buffer);
  }

  #touch(buffer: GPUBuffer): void {
    const { device } = this.#runDevice.memory;
    const pipeline = this.#runDevice.pipelines.get(TOUCH);
    const encoder = device.createCommandEncoder();
    const pass = encoder.beginComputePass();
    pass.setPipeline(pipeline);
    pass.setBindGroup(
      0,
      device.createBindGroup({
        layout: pipeline.getBindGroupLayout(0),
        entries: [{ binding: 0, resource: { buffer } }],
      }),
    );
    pass.dispatchWorkgroups(Math.min(MOST_WORKGROUPS, Math.ceil(buffer.size / 4 / WORKGROUP_SIZE)));
    pass.end();
    device.queue.submit([encoder.finish()]);
  }
}
