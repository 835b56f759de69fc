/** `reverse` runs from the last time step to the first. */
export type GruDirection = 'forward' | 'reverse';

export interface GruShape {
  /** Time steps. */
  readonly steps: number;
  readonly examples: number;
  /** Width of the state. */
  readonly units: number;
}

/** Time steps `first` … `first + steps − 1`, run by one dispatch. */
export interface TimeBlock {
  readonly first: number;
  readonly steps: number;
}

export interface TimeBlocks {
  /** Steps of each block but the last, which may have fewer. */
  readonly steps: number;
  readonly blocks: readonly TimeBlock[];
}

/**
 * Products of one dispatch. A modest GPU that makes 50 of them a nanosecond is then busy for 40 ms: drivers kill what
 * takes seconds, and the page shares the GPU with compositing.
 */
const MOST_PRODUCTS = 2e9;
/** What the backward pass holds for the steps of a block is small beside the states only where blocks are short. */
const MOST_STEPS = 64;

/** Cuts the sequence into blocks of nearly equal length. */
export function timeBlocks({ steps, examples, units }: GruShape): TimeBlocks {
  const affordable = Math.floor(MOST_PRODUCTS / (3 * units * units * examples));
  const count = Math.ceil(steps / Math.min(MOST_STEPS, Math.max(1, affordable)));
  const blockSteps = Math.ceil(steps / count);
  const blocks: TimeBlock[] = [];
  for (let first = 0; first < steps; first += blockSteps) {
    blocks.push({ first, steps: Math.min(blockSteps, steps - first) });
  }
  return { steps: blockSteps, blocks };
}

/** Examples that share a workgroup, and each weight that it loads. */
export type ExamplesPerWorkgroup = 1 | 2 | 4;

/** Few examples are spread over as many workgroups as there are; many share the loads, which are what limits speed. */
export function examplesPerWorkgroup(examples: number): ExamplesPerWorkgroup {
  if (examples <= 32) return 1;
  return examples <= 128 ? 2 : 4;
}
