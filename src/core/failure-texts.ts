/**
 * What people read when something fails: one row a code, from typed numbers to message, cause and remedy.
 * A message names the limit, the value asked for and the value allowed; a remedy says how much would be enough.
 */
import { formatBytes } from './bytes.ts';
import type { OptimizerId } from './config/training-config.ts';
import type {
  CheckpointDamage,
  DoesNotFitParameters,
  FailureParameters,
  OneExampleParameters,
  StorageAction,
} from './failure-parameters.ts';
import type { FailureCode } from './failures.ts';
import { limitAmount } from './limit-amount.ts';
import type { LimitName } from './program/plan-report.ts';

export interface FailureText {
  readonly message: string;
  readonly cause: string;
  readonly remedy: string;
}

type FailureTexts = { readonly [Code in FailureCode]: (parameters: FailureParameters[Code]) => FailureText };

export const FAILURE_TEXTS: FailureTexts = {
  'no-webgpu': ({ isSecureContext }) => ({
    message: 'This browser does not offer WebGPU here.',
    cause: isSecureContext
      ? 'WebGPU is missing from this browser or version, or is switched off.'
      : 'The page was opened over plain HTTP; browsers offer WebGPU only over HTTPS and on localhost.',
    remedy: isSecureContext
      ? 'Open the page in Chrome or Edge 113 or later, Safari 26 or Firefox 141 (on Linux: Chrome with the flag --enable-unsafe-webgpu). Planning works without WebGPU.'
      : 'Open the page over HTTPS or from localhost. Planning works without WebGPU.',
  }),
  'no-adapter': () => ({
    message: 'The browser has WebGPU, but no graphics adapter for it.',
    cause:
      'Hardware acceleration is off, the driver is on the list of those that browsers avoid, or the GPU process crashed.',
    remedy:
      'Switch on hardware acceleration in the browser’s settings and restart it; chrome://gpu names the reason. A software adapter starts with --enable-unsafe-swiftshader. Planning works without an adapter.',
  }),
  'device-lost': ({ finishedUpdates }) => ({
    message:
      finishedUpdates === 0
        ? 'The GPU device was lost before the first update.'
        : `The GPU device was lost after update ${count(finishedUpdates)}.`,
    cause: 'The driver reset, the computer slept, the graphics adapter changed, or the browser’s GPU process ended.',
    remedy:
      'Press Resume where it is offered to go on from the last checkpoint, or Restart to begin again on a new device. If it happens again, choose a smaller budget or micro-batch.',
  }),
  'device-error': ({ activity }) => ({
    message: `The GPU device reported an error while ${activity}.`,
    cause: 'A command was invalid for this device. Its results were dropped: they are in no sum and no curve.',
    remedy:
      'Press Restart. If it happens again, please report it with the technical detail: it is a defect of this page.',
  }),
  'device-busy': ({ wanted }) =>
    wanted === 'race'
      ? {
          message: 'The searches cannot race while a run holds the device.',
          cause:
            'Each of them needs the whole memory budget, and a run keeps its buffers in it, also while it is paused.',
          remedy: 'Stop the run or wait for its end, then race again.',
        }
      : {
          message: 'The device cannot be measured while a run or a race holds it.',
          cause: 'Their buffers would be missing from the result, and a run would lose the memory that it counts on.',
          remedy: 'Stop the run or race, or wait for its end, then measure again.',
        },
  'race-device-failed': ({ isLost }) => ({
    message: `The GPU device ${isLost ? 'was lost' : 'reported an error'} while the searches raced.`,
    cause: isLost
      ? 'The driver reset, the computer slept, the graphics adapter changed, or trying a size was too much for the device.'
      : 'A command was invalid for this device, or ran out of memory where no size was being tried. Its size counts as neither passed nor failed.',
    remedy: 'Race again: it takes a new device. If it happens again, choose a smaller budget.',
  }),
  'measurement-device-failed': ({ isLost, passedBytes }) => ({
    message: `The GPU device ${isLost ? 'was lost' : 'reported an error'} while its memory was measured${passedBytes > 0 ? `, after ${bytes(passedBytes)}` : ', before the first block'}.`,
    cause: isLost
      ? 'Some drivers reset instead of refusing memory that they do not have; or the computer slept, or the graphics adapter changed.'
      : 'The device answered nothing for too long, or a command was invalid for it.',
    remedy:
      passedBytes > 0
        ? `Measure again with a ceiling of at most ${bytes(passedBytes)}: it takes a new device. Everything was given back.`
        : 'Measure again: it takes a new device. Everything was given back.',
  }),
  'out-of-memory': ({ microBatch, plannedBytes, budgetBytes }) => ({
    message: `The device could not provide ${bytes(plannedBytes)} for a micro-batch of ${count(microBatch)}.`,
    cause: `The plan is within the budget of ${bytes(budgetBytes)}, but the device has less memory free than that.`,
    remedy: `Set a memory budget under ${bytes(plannedBytes)}, or close other pages and programs that use the GPU.`,
  }),
  'over-limit': ({ microBatch, isFixed, limit, asked, allowed }) => ({
    message: `A micro-batch of ${count(microBatch)} exceeds the device’s ${limit}: ${limitAmount(limit, asked)} asked, ${limitAmount(limit, allowed)} allowed.`,
    cause: LIMIT_CAUSES[limit],
    remedy:
      isFixed && microBatch > 1
        ? 'Set the micro-batch to auto: the batch stays the same and is cut into slices that the device can take.'
        : 'Choose a smaller workload, or a browser and device with a higher limit; no memory budget changes it.',
  }),
  'does-not-fit': (parameters) => ({
    message: `${needMessage(parameters)} ${budgetSentence(parameters)}`,
    cause: `${bytes(parameters.fixedBytes)} are needed whatever the micro-batch (parameters, gradient accumulators, optimizer, buffers of fixed size); each example adds ${bytes(parameters.bytesPerExample)}.`,
    remedy: doesNotFitRemedy(parameters),
  }),
  'one-example-slices': (parameters) => ({
    message: `Batch normalisation needs two examples in every slice, and ${loneExample(parameters)}.`,
    cause:
      'It normalises by the mean and variance of a slice. Those of a single example are its own and say nothing of the others.',
    remedy: `Choose group normalisation, which looks at each example alone, or ${companyForExample(parameters)}.`,
  }),
  'whole-batch-does-not-fit': ({
    accumulation,
    batch,
    slices,
    neededBytes,
    accumulatedBytes,
    budgetBytes,
    headroom,
  }) => ({
    message:
      accumulation === 'one-backward'
        ? `One backward pass for all ${count(slices)} slices of ${count(batch)} examples needs ${bytesUp(neededBytes)}; the budget is ${bytes(budgetBytes)}.`
        : `The full batch of ${count(batch)} examples needs ${bytesUp(neededBytes)} at once; the budget is ${bytes(budgetBytes)}.`,
    cause:
      accumulation === 'one-backward'
        ? 'Losses that are added up before a single backward pass keep the activations of every slice alive until then: cutting the batch saves nothing.'
        : 'Without slices, the activations of all examples are alive at the same time.',
    remedy: `Set the way to accumulate to Accumulate${accumulatedBytes === null ? '' : `, which needs ${bytesUp(accumulatedBytes)} for the same gradient`}, or raise the memory budget to at least ${enoughBudget(neededBytes, headroom)}.`,
  }),
  'one-backward-too-long': ({ batch, slices, commands, mostCommands, leastMicroBatch }) => ({
    message: `One backward pass for all ${count(slices)} slices of ${count(batch)} examples is a program of ${count(commands)} commands; this page makes up to ${count(mostCommands)}.`,
    cause:
      'All forward passes have to be recorded before the single backward pass, so the program grows with the number of slices. Accumulation repeats one short program.',
    remedy: `Set the micro-batch to ${count(leastMicroBatch)} or more, or the way to accumulate to Accumulate.`,
  }),
  'evaluation-does-not-fit': ({ neededBytes, budgetBytes, headroom }) => ({
    message: `Evaluation on the test set needs ${bytesUp(neededBytes)} beside training; the budget is ${bytes(budgetBytes)}.`,
    cause:
      'Evaluation keeps buffers of its own, and training has taken the rest of the budget. Training goes on without it.',
    remedy: `Raise the memory budget to at least ${enoughBudget(neededBytes, headroom)}, or set a smaller micro-batch.`,
  }),
  'shader-compilation': ({ kernel }) => ({
    message: `The kernel “${kernel}” does not compile on this device.`,
    cause: 'The browser or the graphics driver refuses the shader. Nothing was run.',
    remedy: 'Update the browser and the graphics driver. If it stays, please report it with the technical detail.',
  }),
  'non-finite': ({ quantity, update, skippedInARow, learningRate }) => ({
    message:
      skippedInARow > 1
        ? `The ${quantity} was NaN or infinite in ${count(skippedInARow)} updates in a row, the last of them update ${count(update)}.`
        : `The ${quantity} was NaN or infinite in update ${count(update)}.`,
    cause: `Training diverged: numbers grew beyond float32. Such an update is skipped and counted, so the parameters are still those from before it. The learning rate was ${learningRate}.`,
    remedy:
      'Lower the learning rate (a tenth is a good try), add warm-up, or clip the gradient norm, then start again.',
  }),
  'data-missing': ({ file, expected, found }) => ({
    message: `${file} could not be loaded: expected ${expected}, found ${found}.`,
    cause: 'The file is not on the server, or the connection failed.',
    remedy:
      'Check the connection and press Restart. On a server of your own, check that the data folder was copied along.',
  }),
  'data-truncated': ({ file, expected, found }) => ({
    message: `${file} is incomplete: expected ${expected}, found ${found}.`,
    cause: 'The download broke off, or the file was cut short or damaged where it is stored.',
    remedy: 'Press Restart to load it again. If it stays, the file on the server has to be replaced.',
  }),
  'data-not-idx': ({ file, expected, found }) => ({
    message: `${file} is not the IDX file it should be: expected ${expected}, found ${found}.`,
    cause: 'Another file was served in its place: often an error page, a sign-in page or another data set.',
    remedy: 'Open the file’s address in a tab to see what is served, and put the original IDX file there.',
  }),
  'data-unexpected': ({ file, expected, found }) => ({
    message: `${file} is not the file it should be: expected ${expected}, found ${found}.`,
    cause: 'Another file is in its place, it belongs to another version of this page, or its contents were changed.',
    remedy:
      'Put the original file in its place and press Restart. On a server of your own, copy the data folder again.',
  }),
  'file-unexpected': ({ file, expected, found }) => ({
    message: `${file} cannot be used as data: expected ${expected}, found ${found}.`,
    cause: 'It is another file than the official one, another version of it, or its contents were changed.',
    remedy:
      'Give cifar-10-binary.tar.gz (or its .bin files together), or the IDX files of MNIST or Fashion-MNIST together, just as they were downloaded.',
  }),
  'file-incomplete': ({ file, expected, found }) => ({
    message: `${file} is not whole: expected ${expected}, found ${found}.`,
    cause: 'Its download broke off, or it was cut short or damaged when it was copied.',
    remedy: 'Download the file again and give the new copy. Nothing of this one was kept.',
  }),
  'file-unreadable': ({ file }) => ({
    message: `The browser could not read ${file}.`,
    cause: 'The file was moved, renamed, changed or deleted after it was chosen, or the browser may not open it.',
    remedy: 'Choose the file again; if it is on a network drive, copy it to this computer first.',
  }),
  'storage-full': ({ subject, neededBytes, availableBytes }) => ({
    message: `The browser’s storage has no room for ${subject}: ${bytesUp(neededBytes)} needed${availableBytes === null ? '' : `, ${bytes(availableBytes)} free`}.`,
    cause:
      'The disk is nearly full, or the browser allows this page no more. The data can be used until the page closes.',
    remedy: 'Remove data sets kept here, or free space on the disk, then give the files again to keep them.',
  }),
  'storage-unavailable': ({ action }) => ({
    message: `The browser’s storage did not ${STORAGE_ACTIONS[action]}.`,
    cause: 'Storage is switched off for this page, as in some private windows, or what is stored was damaged.',
    remedy:
      'Allow this page to store data, or use an ordinary window, and give the files again. Data given now can be used until the page closes.',
  }),
  'checkpoint-damaged': ({ damage }) => ({ message: DAMAGED_CHECKPOINTS[damage], ...DAMAGE_ADVICE[damage] }),
  'checkpoint-other-version': ({ found, expected }) => ({
    message:
      found === expected
        ? 'The checkpoint holds settings that this version of the page does not know.'
        : `The checkpoint has version ${count(found)}; this page reads version ${count(expected)}.`,
    cause: 'It was written by an earlier or later version of this page, whose runs hold other things.',
    remedy: 'Open it in the version that wrote it, or start the run anew with the same settings and seed.',
  }),
  'checkpoint-other-run': ({ difference }) => ({
    message: `The checkpoint belongs to another run: ${difference}.`,
    cause: 'A run goes on only with the model, the optimizer and the data with which it began.',
    remedy: 'Choose the workload and data of the checkpoint, or start a new run with the present ones.',
  }),
  'checkpoint-not-kept': ({ reason, neededBytes, availableBytes }) => ({
    message:
      reason === 'full'
        ? `The browser’s storage has no room for a checkpoint: ${bytesUp(neededBytes)} needed${availableBytes === null ? '' : `, ${bytes(availableBytes)} free`}.`
        : `The browser’s storage did not keep a checkpoint of ${bytesUp(neededBytes)}.`,
    cause:
      reason === 'full'
        ? 'The disk is nearly full, or the browser allows this page no more. Checkpoints kept before are still whole.'
        : 'Storage is switched off for this page, as in some private windows, or failed. Checkpoints kept before are still whole.',
    remedy:
      'Training goes on without it. To keep the run, export it as a file; to make room, remove data sets or checkpoints kept here.',
  }),
  'checkpoints-unavailable': ({ action }) => ({
    message: `The browser’s storage did not ${CHECKPOINT_ACTIONS[action]}.`,
    cause:
      'Storage is switched off for this page, as in some private windows, or its records of checkpoints are damaged.',
    remedy:
      'Allow this page to store data, or import the run from a file if it was exported. New runs are not affected.',
  }),
  'bad-configuration': ({ setting, found, expected }) => ({
    message: `${setting} cannot be ${found === '' ? 'empty' : found}: it takes ${expected}.`,
    cause: 'The address, the form or the command line gave a value outside what the setting allows.',
    remedy: `Set ${setting} to ${expected}.`,
  }),
  'worker-crashed': () => ({
    message: 'The training worker stopped answering.',
    cause:
      'It was ended by the browser, often because the computer ran out of memory, or it met an error it could not handle.',
    remedy:
      'Press Resume where it is offered to go on from the last checkpoint, or Restart to begin again with a new worker. If it happens again, choose a smaller batch or workload.',
  }),
  internal: () => ({
    message: 'Something went wrong inside this page.',
    cause: 'This is a defect of the page, not of your settings or your device.',
    remedy: 'Press Restart, and please report it with the technical detail.',
  }),
};

const STORAGE_ACTIONS: Readonly<Record<StorageAction, string>> = {
  keep: 'keep the data set',
  list: 'say which data sets it keeps',
  load: 'give the data set back',
  remove: 'remove the data set',
};

const CHECKPOINT_ACTIONS: Readonly<Record<Exclude<StorageAction, 'keep'>, string>> = {
  list: 'say which checkpoints it keeps',
  load: 'give the checkpoint back',
  remove: 'remove the checkpoint',
};

const DAMAGED_CHECKPOINTS: Readonly<Record<CheckpointDamage, string>> = {
  truncated: 'The checkpoint is not whole: its end is missing.',
  changed: 'The checkpoint is damaged: its checksum does not match its contents.',
  foreign: 'The file is no checkpoint of this page.',
};

const USE_ANOTHER =
  'Resume from the checkpoint before it, or from an exported file of the run. Nothing of this one was used.';

const DAMAGE_ADVICE: Readonly<Record<CheckpointDamage, Pick<FailureText, 'cause' | 'remedy'>>> = {
  truncated: { cause: 'Writing or copying it broke off in the middle.', remedy: USE_ANOTHER },
  changed: { cause: 'Some bytes were changed where it is stored, or on the way here.', remedy: USE_ANOTHER },
  foreign: {
    cause: 'It is a file of another program or of another kind, or holds parameters without the rest of a run.',
    remedy: 'Choose a file that was exported here as a whole run.',
  },
};

const LIMIT_CAUSES: Readonly<Record<LimitName, string>> = {
  maxBufferSize: 'One buffer of the plan would be larger than any buffer that this device creates.',
  maxStorageBufferBindingSize: 'One value of the plan would be larger than what a kernel can see on this device.',
  maxComputeWorkgroupsPerDimension: 'One kernel would need more workgroups than this device starts at once.',
};

/** Optimizers with slots, and what replaces them for less memory. */
const LIGHTER_OPTIMIZER: Readonly<Record<OptimizerId, string | undefined>> = {
  adam: 'SGD instead of Adam',
  adamw: 'SGD instead of AdamW',
  momentum: 'SGD without momentum',
  sgd: undefined,
};

function needMessage({ microBatch, neededBytes }: DoesNotFitParameters): string {
  const subject = microBatch === 1 ? 'One example alone' : `A micro-batch of ${count(microBatch)}`;
  return `${subject} needs ${bytesUp(neededBytes)}.`;
}

function budgetSentence({ budgetBytes, headroom }: DoesNotFitParameters): string {
  const budget = `The budget is ${bytes(budgetBytes)}`;
  if (headroom === 0) return `${budget}.`;
  return `${budget}, ${bytes(budgetBytes * (1 - headroom))} without its headroom of ${Math.round(headroom * 100)} %.`;
}

function doesNotFitRemedy(parameters: DoesNotFitParameters): string {
  const { microBatch, isFixed, neededBytes, budgetBytes, headroom } = parameters;
  const usableBytes = budgetBytes * (1 - headroom);
  const options = [`Raise the memory budget to at least ${enoughBudget(neededBytes, headroom)}`];
  if (isFixed && microBatch > 1) options.push('set the micro-batch to auto');
  if (headroom > 0 && neededBytes <= budgetBytes) options.push('lower the headroom');
  const lighter = LIGHTER_OPTIMIZER[parameters.optimizer];
  if (lighter !== undefined) {
    const isEnough = neededBytes - parameters.optimizerBytes <= usableBytes;
    options.push(`choose ${lighter} (saves ${bytes(parameters.optimizerBytes)}${isEnough ? ', which is enough' : ''})`);
  }
  options.push('choose a smaller workload');
  return `${options.slice(0, -1).join(', ')}, or ${options.at(-1)}.`;
}

/** Which slice has a single example, and why. */
function loneExample({ batch, lastBatch, largest, isFixed }: OneExampleParameters): string {
  if (batch === 1) return 'the batch has one';
  if (lastBatch === 1) return 'an epoch’s last batch has one';
  if (largest === 1) return isFixed ? 'the micro-batch is set to 1' : 'the budget holds one';
  const odd = batch % 2 === 1 ? batch : lastBatch;
  return `slices of ${count(largest)} leave one example of a batch of ${count(odd)} over`;
}

function companyForExample({ batch, lastBatch, largest, isFixed, ...budget }: OneExampleParameters): string {
  if (batch === 1) return 'choose a batch of 2 examples or more';
  if (lastBatch === 1) return 'choose another batch size';
  if (isFixed) return `set the micro-batch to ${count(largest + 1)} or more`;
  return `raise the memory budget to at least ${enoughBudget(budget.neededBytes, budget.headroom)}`;
}

/** The budget that holds `neededBytes` beside its headroom, rounded up. */
function enoughBudget(neededBytes: number, headroom: number): string {
  return bytesUp(neededBytes / (1 - headroom));
}

function bytes(value: number): string {
  return formatBytes(value).text;
}

function bytesUp(value: number): string {
  return formatBytes(value, 'up').text;
}

function count(value: number): string {
  return value.toLocaleString('en-US');
}
