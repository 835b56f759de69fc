/**
 * Which data a workload learns from. Workloads that take the same images are a family: a person's choice holds for all of
 * them. Of workloads outside a family, the data is part of the workload and cannot be changed.
 */
import type { WorkloadId } from '../config/training-config.ts';
import type { ImportedId } from './imported-data.ts';

export const DATA_FAMILIES = ['fashion', 'cifar'] as const;
export type DataFamily = (typeof DATA_FAMILIES)[number];

/** What comes with the page, or a data set that a person gave. */
export type DataSource = 'bundled' | ImportedId;

export type DataChoices = Readonly<Record<DataFamily, DataSource>>;

export const BUNDLED_DATA: DataChoices = { fashion: 'bundled', cifar: 'bundled' };

/** Every imported data set fits one family, by the shape of its images. */
const FAMILY_OF_IMPORTED: Readonly<Record<ImportedId, DataFamily>> = {
  'cifar-10': 'cifar',
  'fashion-mnist': 'fashion',
  mnist: 'fashion',
  'idx-images': 'fashion',
};

const FAMILY_OF_WORKLOAD: Readonly<Record<WorkloadId, DataFamily | undefined>> = {
  'fashion-mlp': 'fashion',
  'fashion-convnet': 'fashion',
  'cifar-resnet20': 'cifar',
  'cifar-resnet50': 'cifar',
  'textrnn-synthetic': undefined,
  'textrnn-spam': undefined,
  'resnet152-224': undefined,
  'resnet152-1024': undefined,
  charlm: undefined,
};

/** The family whose workloads can learn from `id`. */
export function familyOfImported(id: ImportedId): DataFamily {
  return FAMILY_OF_IMPORTED[id];
}

/** The family whose data `workload` shares; undefined where its data is its own. */
export function familyOfWorkload(workload: WorkloadId): DataFamily | undefined {
  return FAMILY_OF_WORKLOAD[workload];
}

/**
 * What each family really uses: the choice, where that data set is there and fits, else what comes with the page.
 *
 * @param available the data sets that are there, in any order
 */
export function dataInUse(choices: Partial<DataChoices>, available: readonly ImportedId[]): DataChoices {
  const inUse = (family: DataFamily): DataSource => {
    const choice = choices[family] ?? 'bundled';
    const isUsable = choice !== 'bundled' && available.includes(choice) && familyOfImported(choice) === family;
    return isUsable ? choice : 'bundled';
  };
  return { fashion: inUse('fashion'), cifar: inUse('cifar') };
}
