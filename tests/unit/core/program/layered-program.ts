import { hashUint32 } from '../../../../src/core/prng.ts';
import type { BufferId, StepProgram } from '../../../../src/core/program/step-program.ts';
import { ProgramBuilder } from './program-builder.ts';

interface LayeredOptions {
  readonly layers: number;
  readonly batch: number;
  readonly seed: number;
}

interface Layer {
  readonly input: BufferId;
  readonly weights: BufferId;
  readonly linear: BufferId;
  readonly normal: BufferId;
  readonly output: BufferId;
  readonly width: number;
}

/**
 * A training step as a tape would record it: layers of random width, each a matrix product, a normalisation with its
 * statistics and an activation, every third with a shortcut; then backward in reverse, all accumulations at the end.
 */
export function layeredProgram({ layers, batch, seed }: LayeredOptions): StepProgram {
  const builder = new ProgramBuilder();
  const bytes = (width: number) => 4 * batch * width;
  const widthOf = (layer: number) => 32 * (1 + (hashUint32(hashUint32(seed) ^ layer) % 12));
  const images = builder.persistent('images', bytes(64), 'inputs');
  const tape: Layer[] = [];
  let x = images;
  let inputWidth = 64;
  for (let layer = 0; layer < layers; layer++) {
    const width = layer % 3 === 2 ? (tape.at(-1)?.width ?? 64) : widthOf(layer);
    const weights = builder.persistent(`weights${layer}`, 4 * inputWidth * width);
    const linear = builder.transient(bytes(width));
    const statistics = builder.transient(8 * width);
    const normal = builder.transient(bytes(width));
    const output = builder.transient(bytes(width));
    builder.dispatch([x, weights], [linear], { label: 'MatMul' });
    builder.dispatch([linear], [statistics], { label: 'Moments' });
    builder.dispatch([linear, statistics], [normal], { label: 'Normalize' });
    const shortcut = layer % 3 === 2 ? [x] : [];
    builder.dispatch([normal, ...shortcut], [output], { label: 'Activate' });
    tape.push({ input: x, weights, linear, normal, output, width });
    x = output;
    inputWidth = width;
  }
  addBackward(builder, tape, batch);
  return builder.build();
}

function addBackward(builder: ProgramBuilder, tape: readonly Layer[], batch: number): void {
  const phase = 'backward';
  const gradient = (bytes: number) => builder.transient(bytes, 'gradients');
  const last = tape.at(-1);
  if (!last) return;
  const accumulations: [BufferId, BufferId][] = [];
  let dy = gradient(4 * batch * last.width);
  builder.dispatch([last.output], [dy], { phase, label: 'LossGradient' });
  for (const [layer, { input, weights, linear, normal, width }] of [...tape.entries()].reverse()) {
    const inputBytes = builder.buffers[input]?.sizeBytes ?? 0;
    const [dNormal, dLinear, dx] = [gradient(4 * batch * width), gradient(4 * batch * width), gradient(inputBytes)];
    const dWeights = gradient((inputBytes / batch) * width);
    builder.dispatch([dy, normal], [dNormal], { phase, label: 'ActivationGradient' });
    builder.dispatch([dNormal, linear], [dLinear], { phase, label: 'NormalizeGradient' });
    builder.dispatch([dLinear, weights], [dx], { phase, label: 'InputGradient' });
    builder.dispatch([input, dLinear], [dWeights], { phase, label: 'WeightGradient' });
    accumulations.push([dWeights, builder.persistent(`sum${layer}`, (inputBytes / batch) * width, 'accumulators')]);
    const shortcut = layer % 3 === 2;
    const total = shortcut ? gradient(inputBytes) : dx;
    if (shortcut) builder.dispatch([dx, dy], [total], { phase, label: 'Add' });
    dy = total;
  }
  for (const [value, sum] of accumulations) {
    builder.dispatch([value], [sum], { phase: 'accumulate', label: 'Accumulate' });
  }
}
