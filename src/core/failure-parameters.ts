/** What each failure has to know about itself to say what happened, why, and what helps. */
import type { AccumulationId, OptimizerId } from './config/training-config.ts';
import type { LimitName } from './program/plan-report.ts';

/** For codes that need no numbers. */
export type NoParameters = Readonly<Record<string, never>>;

/** One micro-batch in a budget that does not hold it. */
export interface DoesNotFitParameters {
  /** The size that was tried: 1, or the one a person fixed. */
  readonly microBatch: number;
  /** Fixed by the person. */
  readonly isFixed: boolean;
  /** Everything the page would allocate at that size. */
  readonly neededBytes: number;
  readonly budgetBytes: number;
  /** Share of the budget kept free, 0 to 0.5. */
  readonly headroom: number;
  /** Bytes that do not depend on the micro-batch. */
  readonly fixedBytes: number;
  readonly bytesPerExample: number;
  readonly optimizer: OptimizerId;
  /** Bytes of the optimizer's slots, a part of `fixedBytes`. */
  readonly optimizerBytes: number;
}

/** Slices of one example, under batch normalisation. */
export interface OneExampleParameters {
  /** Examples of a full batch, and of an epoch's last one. */
  readonly batch: number;
  readonly lastBatch: number;
  /** Examples of the largest slice: 1 or 2, unless a batch has a single example. */
  readonly largest: number;
  /** Fixed by the person. */
  readonly isFixed: boolean;
  /** Everything the page would allocate with one example more in a slice. */
  readonly neededBytes: number;
  readonly headroom: number;
}

/** A file of a data set that is not what it should be: "expected 10,000 labels, found 9,999". */
export interface DataParameters {
  readonly file: string;
  readonly expected: string;
  readonly found: string;
}

/** What was asked of the browser's storage. */
export type StorageAction = 'keep' | 'list' | 'load' | 'remove';

/** `truncated`: the end is missing; `changed`: some bytes are not those that were written; `foreign`: no checkpoint. */
export type CheckpointDamage = 'truncated' | 'changed' | 'foreign';

/** One entry a code. */
export interface FailureParameters {
  readonly 'no-webgpu': { readonly isSecureContext: boolean };
  readonly 'no-adapter': NoParameters;
  readonly 'device-lost': {
    /** Number of the last finished update, 0 for none. */
    readonly finishedUpdates: number;
  };
  readonly 'device-error': {
    /** What was going on, as in "while compiling". */
    readonly activity: 'compiling' | 'training' | 'evaluating';
  };
  /** A race of the searches, or a measurement of the memory, was asked for while a run or race holds the device. */
  readonly 'device-busy': { readonly wanted: 'race' | 'measurement' };
  /** The device ended during a race: it was lost, or reported an error. */
  readonly 'race-device-failed': { readonly isLost: boolean };
  /** The device ended while its memory was measured. */
  readonly 'measurement-device-failed': {
    readonly isLost: boolean;
    /** What had passed before. */
    readonly passedBytes: number;
  };
  readonly 'out-of-memory': {
    readonly microBatch: number;
    readonly plannedBytes: number;
    readonly budgetBytes: number;
  };
  readonly 'over-limit': {
    readonly microBatch: number;
    readonly isFixed: boolean;
    readonly limit: LimitName;
    readonly asked: number;
    readonly allowed: number;
  };
  readonly 'does-not-fit': DoesNotFitParameters;
  readonly 'one-example-slices': OneExampleParameters;
  /** A way to accumulate that holds the whole batch, in a budget that does not. */
  readonly 'whole-batch-does-not-fit': {
    readonly accumulation: Exclude<AccumulationId, 'accumulate'>;
    readonly batch: number;
    /** Slices run forward before the one backward pass; 1 for a full batch. */
    readonly slices: number;
    readonly neededBytes: number;
    /** What the same slices need with a backward pass each; `null` where that is not known. */
    readonly accumulatedBytes: number | null;
    readonly budgetBytes: number;
    readonly headroom: number;
  };
  /** One backward pass for so many slices that its program would be longer than this page makes. */
  readonly 'one-backward-too-long': {
    readonly batch: number;
    readonly slices: number;
    /** GPU commands of the program. */
    readonly commands: number;
    readonly mostCommands: number;
    /** The smallest micro-batch whose program is short enough. */
    readonly leastMicroBatch: number;
  };
  readonly 'evaluation-does-not-fit': {
    /** Bytes that training and the evaluation of one example need together. */
    readonly neededBytes: number;
    readonly budgetBytes: number;
    readonly headroom: number;
  };
  readonly 'shader-compilation': { readonly kernel: string };
  readonly 'non-finite': {
    readonly quantity: 'loss' | 'gradient';
    readonly update: number;
    /** Updates skipped one after another, this one included. */
    readonly skippedInARow: number;
    readonly learningRate: number;
  };
  readonly 'data-missing': DataParameters;
  readonly 'data-truncated': DataParameters;
  readonly 'data-not-idx': DataParameters;
  /** A file that has arrived whole and is not the one asked for, of any format but IDX. */
  readonly 'data-unexpected': DataParameters;
  /** A file that a person gave, and that is no data set this page reads. */
  readonly 'file-unexpected': DataParameters;
  /** A file that a person gave, cut short or damaged. */
  readonly 'file-incomplete': DataParameters;
  /** A file that a person gave, and that the browser cannot read. */
  readonly 'file-unreadable': { readonly file: string };
  readonly 'storage-full': {
    /** What was to be kept: "CIFAR-10". */
    readonly subject: string;
    readonly neededBytes: number;
    /** What the browser says is left for this page; `null` where it does not say. */
    readonly availableBytes: number | null;
  };
  readonly 'storage-unavailable': { readonly action: StorageAction };
  /** A checkpoint, or a file that should be one, that cannot be read. */
  readonly 'checkpoint-damaged': { readonly damage: CheckpointDamage };
  /** A whole checkpoint, written by another version of this page. */
  readonly 'checkpoint-other-version': {
    readonly found: number;
    /** The version that this page reads. */
    readonly expected: number;
  };
  /** A whole checkpoint that does not fit the model or the data at hand. */
  readonly 'checkpoint-other-run': {
    /** What differs: "dense-1/kernel is [784, 128] instead of [784, 256]". */
    readonly difference: string;
  };
  readonly 'checkpoint-not-kept': {
    /** `full`: the quota is used up; `refused`: anything else that the browser may say. */
    readonly reason: 'full' | 'refused';
    readonly neededBytes: number;
    /** What the browser says is left for this page; `null` where it does not say. */
    readonly availableBytes: number | null;
  };
  readonly 'checkpoints-unavailable': { readonly action: Exclude<StorageAction, 'keep'> };
  readonly 'bad-configuration': {
    /** Name of the setting, as the form spells it. */
    readonly setting: string;
    readonly found: string;
    /** What is allowed: "a whole number from 1 to 16,384". */
    readonly expected: string;
  };
  readonly 'worker-crashed': NoParameters;
  readonly internal: NoParameters;
}
