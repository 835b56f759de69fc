import { createPrng } from '../../core/prng.ts';

/**
 * How a parameter starts. Fans are those of dense kernels [in, out] and filters [height, width, in, out].
 *
 * - `he-uniform`: ±√(6 / fan in); `he-normal`: deviation √(2 / fan in) (He et al., arXiv:1502.01852)
 * - `glorot-uniform`: ±√(6 / (fan in + fan out)) (Glorot and Bengio, AISTATS 2010)
 * - `{ normal }`: mean 0 and this deviation; with `zeroLastRow` the last row is 0, as PyTorch's `padding_idx`
 * - `{ uniform }`: up to this limit on both sides of 0
 */
export type Initializer =
  | 'zeros'
  | 'ones'
  | 'he-uniform'
  | 'he-normal'
  | 'glorot-uniform'
  | { readonly normal: number; readonly zeroLastRow?: boolean }
  | { readonly uniform: number };

/** A parameter of a model, float32. Names are unique within a model and stay the same over its versions. */
export interface ParameterSpec {
  readonly name: string;
  readonly shape: readonly number[];
  readonly initializer: Initializer;
}

/**
 * First values of a parameter, row-major. They depend on the seed and the parameter's own name, shape and initializer
 * alone, so a layer more or less leaves the others' values as they are.
 */
export function initialValues(spec: ParameterSpec, seed: number): Float32Array<ArrayBuffer> {
  const draw = drawing(spec, seed);
  const values = Float32Array.from({ length: parameterSize(spec) }, draw);
  const { initializer, shape } = spec;
  if (typeof initializer === 'object' && 'zeroLastRow' in initializer && initializer.zeroLastRow) {
    values.fill(0, values.length - (shape.at(-1) ?? 0));
  }
  return values;
}

/** Number of elements. */
export function parameterSize(spec: Pick<ParameterSpec, 'shape'>): number {
  return spec.shape.reduce((product, length) => product * length, 1);
}

function drawing(spec: ParameterSpec, seed: number): () => number {
  const prng = createPrng(seed, 'parameter', spec.name);
  const uniform = (limit: number) => () => limit * (2 * prng.nextFloat() - 1);
  const normal = (deviation: number) => () => deviation * prng.nextNormal();
  const { initializer } = spec;
  if (typeof initializer === 'object') {
    return 'uniform' in initializer ? uniform(initializer.uniform) : normal(initializer.normal);
  }
  switch (initializer) {
    case 'zeros':
      return () => 0;
    case 'ones':
      return () => 1;
    case 'he-uniform':
      return uniform(Math.sqrt(6 / fans(spec).fanIn));
    case 'he-normal':
      return normal(Math.sqrt(2 / fans(spec).fanIn));
    case 'glorot-uniform': {
      const { fanIn, fanOut } = fans(spec);
      return uniform(Math.sqrt(6 / (fanIn + fanOut)));
    }
    default:
      return initializer satisfies never;
  }
}

/** Inputs of one output unit and outputs of one input unit; all but the last two lengths are a receptive field. */
function fans({ name, shape }: ParameterSpec): { readonly fanIn: number; readonly fanOut: number } {
  if (shape.length < 2) throw new Error(`${name} [${shape.join(', ')}] has no fan: it needs inputs and outputs.`);
  const receptiveField = parameterSize({ shape: shape.slice(0, -2) });
  return { fanIn: receptiveField * (shape.at(-2) ?? 1), fanOut: receptiveField * (shape.at(-1) ?? 1) };
}
