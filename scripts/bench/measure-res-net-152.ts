import { nodeSearchedPlan, nodeStockMemory } from './node-realm.ts';
import type { SearchedPlan } from './worker/plan-figures.ts';
import type { StockMemory } from './worker/stock-memory.ts';

/** ResNet-152, which no software adapter trains: plans, and what eager tfjs would allocate. */
export interface ResNet152Measurement {
  /** Eight images of 224 × 224 by SGD. */
  readonly eager: StockMemory;
  readonly engine: SearchedPlan;
  /** A batch of 4,096 images of 1,024 × 1,024 in 24 GiB. */
  readonly megapixels: SearchedPlan;
}

const IMAGES = 8;

/** Everything in Node, each in a realm of its own. */
export async function measureResNet152(signal: AbortSignal): Promise<ResNet152Measurement> {
  return {
    eager: await nodeStockMemory(IMAGES, signal),
    engine: await nodeSearchedPlan('resnet152-224', IMAGES, signal),
    megapixels: await nodeSearchedPlan('resnet152-1024', null, signal),
  };
}
