import type { CheckpointProblem } from './checkpoint-problem.ts';
import { decodeSafetensors } from './decode-safetensors.ts';
import type { Safetensors, TensorValues } from './safetensors.ts';

/** What is wrong with a file; never leaves `refusable`. */
export class Refusal extends Error {
  readonly problem: CheckpointProblem;
  constructor(problem: CheckpointProblem) {
    super(problem.type);
    this.problem = problem;
  }
}

/** Does what may refuse a file, and answers with the problem where it does. */
export function refusable<T>(read: () => T): T | { readonly type: 'problem'; readonly problem: CheckpointProblem } {
  try {
    return read();
  } catch (error) {
    if (error instanceof Refusal) return { type: 'problem', problem: error.problem };
    throw error;
  }
}

/** The arrays and the metadata of a file that may be anything. */
export function readFile(bytes: Uint8Array<ArrayBuffer>): Safetensors {
  const decoded = decodeSafetensors(bytes);
  if (decoded.type === 'read') return decoded.content;
  const { code, detail } = decoded.problem;
  if (code === 'truncated') throw new Refusal({ type: 'truncated', detail });
  // Of a header that cannot be read it is not known whose it was.
  const isForeign = code === 'header-not-json' || code === 'header-too-large' || code === 'unsupported-type';
  throw new Refusal({ type: isForeign ? 'foreign' : 'changed', detail });
}

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

/** At most 60 characters of a text from a file. */
export function shortened(text: string): string {
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}
