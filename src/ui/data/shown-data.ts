import type { WorkloadId } from '../../core/config/training-config.ts';
import { type DataChoices, familyOfWorkload } from '../../core/data/data-in-use.ts';
import type { ImportedId } from '../../core/data/imported-data.ts';

/** Every data set that the page describes. */
export type ShownDataId =
  | ImportedId
  | 'fashion-mnist-bundled'
  | 'cifar-stand-in'
  | 'synthetic-tokens'
  | 'spam-assassin'
  | 'moby-dick'
  | 'generated-224'
  | 'generated-1024';

/** Where it comes from: with the page, in place of another, from a person's files, or out of a function. */
export type DataOrigin = 'bundled' | 'standIn' | 'own' | 'made';

export interface ShownData {
  readonly id: ShownDataId;
  readonly origin: DataOrigin;
}

const WITHOUT_FILES: Readonly<Record<WorkloadId, ShownData>> = {
  'fashion-mlp': { id: 'fashion-mnist-bundled', origin: 'bundled' },
  'fashion-convnet': { id: 'fashion-mnist-bundled', origin: 'bundled' },
  'textrnn-synthetic': { id: 'synthetic-tokens', origin: 'made' },
  'textrnn-spam': { id: 'spam-assassin', origin: 'bundled' },
  'cifar-resnet20': { id: 'cifar-stand-in', origin: 'standIn' },
  'cifar-resnet50': { id: 'cifar-stand-in', origin: 'standIn' },
  'resnet152-224': { id: 'generated-224', origin: 'made' },
  'resnet152-1024': { id: 'generated-1024', origin: 'made' },
  charlm: { id: 'moby-dick', origin: 'bundled' },
};

/** The data that the next run of `workload` learns from. */
export function shownData(workload: WorkloadId, inUse: DataChoices): ShownData {
  const family = familyOfWorkload(workload);
  const source = family ? inUse[family] : 'bundled';
  return source === 'bundled' ? WITHOUT_FILES[workload] : { id: source, origin: 'own' };
}
