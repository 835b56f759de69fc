import type { PlanReport } from '../../src/core/program/plan-report.ts';

const count = new Intl.NumberFormat('en-US');

/** A sentence for each size of the configuration that the plan takes smaller, because there is no more to take. */
export function askedSizeNotes({ config, batch }: Pick<PlanReport, 'config' | 'batch'>): string[] {
  const { batchSize, microBatch } = config;
  const notes: string[] = [];
  if (batchSize > batch) {
    const has = `the data set has ${count.format(batch)} examples, so a batch is all of it`;
    notes.push(`Batch: ${count.format(batchSize)} asked; ${has}.`);
  }
  if (microBatch !== 'auto' && microBatch > batch) {
    const most = `a slice cannot be larger than the batch, so it is ${count.format(batch)}`;
    notes.push(`Micro-batch: ${count.format(microBatch)} asked; ${most}.`);
  }
  return notes;
}
