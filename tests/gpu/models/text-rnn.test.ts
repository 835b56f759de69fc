import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { optimizeProgram } from '../../../src/core/program/passes/optimize-program.ts';
import { Tracer } from '../../../src/engine/capture/tracer.ts';
import { DEFAULT_LIMITS } from '../../../src/engine/device/default-limits.ts';
import { textRnn } from '../../../src/engine/models/text-rnn.ts';
import golden from '../../fixtures/golden/text-rnn.json';
import { summaryError } from '../kernels/gru-golden-summary.ts';
import { ProgramRunner } from '../program-runner.ts';
import { goldenClasses, goldenValues, sizeOf } from '../training/golden-values.ts';
import { gradientName, LOSS, traceLoss } from './traced-loss.ts';

type GoldenCase = (typeof golden.cases)[number];

/** Loss and gradients by name. */
type Sums = ReadonlyMap<string, Float32Array>;

// One device for all cases: compiling the kernels is most of the time.
let runner: ProgramRunner;
let tracer: Tracer;
beforeAll(async () => {
  // Without limits of its own, and so with the eight storage buffers that every device has.
  runner = await ProgramRunner.open();
  tracer = await Tracer.create({ ...DEFAULT_LIMITS, maxStorageBuffersPerShaderStage: 8 });
});
afterAll(() => runner.destroy());

/** Runs a case twice, from sums of zero. */
async function runTwice({ case: sizes, stream, parameters }: GoldenCase): Promise<readonly [Sums, Sums]> {
  const [steps = 0, examples = 0, vocabulary = 0, embedding = 0, hidden = 0, classes = 0] = sizes;
  const prefix = `${sizes.join()}/`;
  const model = textRnn({ classes, vocabulary, embedding, hidden });
  const program = optimizeProgram(tracer.trace((scope) => traceLoss(scope, model, examples, steps, prefix)));
  await runner.load(program);
  runner.write(`${prefix}ids`, goldenClasses(examples * steps, stream, vocabulary));
  runner.write(`${prefix}labels`, goldenClasses(examples, stream + 1, classes));
  runner.write(`${prefix}weights`, new Float32Array(examples).fill(1 / examples));
  for (const { name, shape, stream: values, scale } of parameters) {
    const initial = goldenValues(sizeOf(shape), values, scale);
    if (name === 'embedding/table') initial.fill(0, initial.length - embedding);
    runner.write(prefix + name, initial);
  }
  const run = async (): Promise<Sums> => {
    const sums = [LOSS, ...parameters.map(({ name }) => gradientName(name))];
    for (const name of sums) runner.clear(prefix + name);
    await runner.run(program);
    return new Map(
      await Promise.all(sums.map(async (name) => [name, await runner.readFloats(prefix + name)] as const)),
    );
  };
  return [await run(), await run()];
}

describe('TextRNN, traced and optimised: PyTorch’s loss and gradients, and the same bits in a second run', () => {
  test.each(golden.cases.map((entry) => [entry.case.join(', '), entry] as const))(
    'T, m, vocabulary, embedding, hidden, classes = %s',
    async (_, entry) => {
      const [sums, again] = await runTwice(entry);
      const [loss = Number.NaN] = sums.get(LOSS) ?? [];
      expect(Math.abs(loss / entry.loss - 1)).toBeLessThan(1e-5);
      for (const expected of entry.parameters) {
        const gradient = sums.get(gradientName(expected.name)) ?? new Float32Array();
        expect(summaryError(gradient, expected, golden.projectionStream), expected.name).toBeLessThan(2e-5);
      }
      const [, , , embedding = 0] = entry.case;
      const padding = sums.get(gradientName('embedding/table'))?.slice(-embedding);
      expect(padding).toEqual(new Float32Array(embedding));
      expect(again).toEqual(sums);
    },
  );
});
