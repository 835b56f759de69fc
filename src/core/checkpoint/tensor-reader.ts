import { shortened } from '../shortened.ts';
import { Refusal } from './refusal.ts';
import type { Safetensors, TensorValues } from './safetensors.ts';

type ValuesClass<T extends TensorValues> = abstract new (...parameters: never) => T;

/** Takes arrays out of a file by name, and knows which were not asked for. */
export class TensorReader {
  readonly #tensors: Safetensors['tensors'];
  readonly #taken = new Set<string>();

  constructor({ tensors }: Safetensors) {
    this.#tensors = tensors;
  }

  take<T extends TensorValues>(name: string, shape: readonly number[], Values: ValuesClass<T>): T {
    this.#taken.add(name);
    const tensor = this.#tensors.get(name);
    const expected = `[${shape.join(', ')}]`;
    if (tensor === undefined) throw otherModel(`it lacks ${shortened(name)} ${expected}`);
    const found = `[${tensor.shape.slice(0, 8).join(', ')}]`;
    const { values } = tensor;
    if (found !== expected || tensor.shape.length !== shape.length || !(values instanceof Values)) {
      throw otherModel(`${shortened(name)} is ${found} instead of ${expected}`);
    }
    return values;
  }

  requireAllTaken(): void {
    for (const name of this.#tensors.keys()) {
      if (!this.#taken.has(name)) throw otherModel(`it has ${shortened(name)}, which this run has not`);
    }
  }
}

function otherModel(difference: string): Refusal {
  return new Refusal({ type: 'other-model', difference });
}
