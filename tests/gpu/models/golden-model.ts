import { optimizeProgram } from '../../../src/core/program/passes/optimize-program.ts';
import { Tracer } from '../../../src/engine/capture/tracer.ts';
import { DEFAULT_LIMITS } from '../../../src/engine/device/default-limits.ts';
import type { Model } from '../../../src/engine/models/model.ts';
import { ProgramRunner } from '../program-runner.ts';
import { goldenValues, sizeOf } from '../training/golden-values.ts';
import { gradientName, LOSS, traceLoss } from './traced-loss.ts';

/** A model over token ids, the parameters of a fixture, and one slice. */
export interface GoldenSlice {
  /** Tells the cases of a device apart. */
  readonly name: string;
  readonly model: Model;
  readonly parameters: readonly { readonly name: string; readonly stream: number; readonly scale: number }[];
  /** Values of one parameter that are not by its stream. */
  readonly adjust?: (name: string, values: Float32Array) => void;
  readonly examples: number;
  readonly ids: Int32Array<ArrayBuffer>; // [examples · steps]
  readonly labels: Int32Array<ArrayBuffer>; // [examples · targets]
  readonly weights: Float32Array<ArrayBuffer>; // [examples · targets]
}

/** Loss and gradients by name. */
export type Sums = ReadonlyMap<string, Float32Array>;

/** One device for all cases of a file: compiling the kernels is most of the time. Owns it. */
export class GoldenModels {
  readonly #runner: ProgramRunner;
  readonly #tracer: Tracer;

  private constructor(runner: ProgramRunner, tracer: Tracer) {
    this.#runner = runner;
    this.#tracer = tracer;
  }

  static async open(): Promise<GoldenModels> {
    // Without limits of its own, and so with the eight storage buffers that every device has.
    const runner = await ProgramRunner.open();
    return new GoldenModels(runner, await Tracer.create({ ...DEFAULT_LIMITS, maxStorageBuffersPerShaderStage: 8 }));
  }

  /** Traces and optimises a slice and runs it twice, each time from sums of zero. */
  async runTwice(slice: GoldenSlice): Promise<readonly [Sums, Sums]> {
    const { name: prefix, model, examples, ids, labels, weights } = slice;
    const shape = { examples, steps: ids.length / examples, targets: labels.length / examples };
    const program = optimizeProgram(this.#tracer.trace((scope) => traceLoss(scope, model, shape, prefix)));
    const runner = this.#runner;
    await runner.load(program);
    runner.write(`${prefix}ids`, ids);
    runner.write(`${prefix}labels`, labels);
    runner.write(`${prefix}weights`, weights);
    model.parameters.forEach(({ name, shape }, i) => {
      const golden = slice.parameters[i];
      if (golden?.name !== name) throw new Error(`The fixture's parameter ${i} is ${golden?.name}, not ${name}.`);
      const values = goldenValues(sizeOf(shape), golden.stream, golden.scale);
      slice.adjust?.(name, values);
      runner.write(prefix + name, values);
    });
    const run = async (): Promise<Sums> => {
      const sums = [LOSS, ...model.parameters.map(({ name }) => gradientName(name))];
      for (const name of sums) runner.clear(prefix + name);
      await runner.run(program);
      return new Map(
        await Promise.all(sums.map(async (name) => [name, await runner.readFloats(prefix + name)] as const)),
      );
    };
    return [await run(), await run()];
  }

  destroy(): void {
    this.#runner.destroy();
  }
}
