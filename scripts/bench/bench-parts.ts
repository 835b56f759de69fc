/** What `--only` chooses from, in the order it is measured, and what each part is. */
export const BENCH_PARTS = {
  fashion: 'perceptron and convnet against eager tfjs',
  textrnn: 'TextRNN at 20 and 50 time steps against eager tfjs, at 1,000 alone',
  resnet: 'ResNet-20 against eager tfjs',
  charlm: 'transformer against eager tfjs',
  recompute: 'what making activations again costs in time and saves in bytes',
  plans: 'planned bytes and times of all workloads',
  resnet152: 'memory of ResNet-152 beside what tfjs would allocate',
  page: 'tasks that block the page while it trains',
} as const;

export type BenchPart = keyof typeof BENCH_PARTS;

export const ALL_PARTS = Object.keys(BENCH_PARTS).filter(isBenchPart);

export function isBenchPart(name: string): name is BenchPart {
  return Object.hasOwn(BENCH_PARTS, name);
}
