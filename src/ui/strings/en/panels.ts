import type { LimitName } from '../../../core/program/plan-report.ts';
import { measurementStrings } from './measurement.ts';
import { raceStrings } from './search-race.ts';
import { weatherStrings } from './weather.ts';

const limitNames: Record<LimitName, string> = {
  maxBufferSize: 'largest buffer',
  maxStorageBufferBindingSize: 'largest storage binding',
  maxComputeWorkgroupsPerDimension: 'workgroups in one dimension',
};

/** Lets a long name break before its capitals, where a narrow column needs it. */
function breakable(name: string): string {
  return name.replaceAll(/(?=[A-Z])/g, '\u200b');
}

/** Names and words of the tabs below the charts. */
export const panelStrings = {
  search: {
    tab: 'Search',
    explanation: 'Each size considered, its bytes, and why it was taken or refused.',
    lead: 'Each size was planned, not tried: no buffer was created to find this out.',
    leadTried: (search: string) =>
      `Each size was tried on the device by the search “${search}”: buffers created, one slice forward and backward.`,
    leadUntried: (search: string) =>
      `The search “${search}” tries sizes on the device when a run starts. Until then this is what planning gives.`,
    none: 'The search appears here with the first plan.',
    list: 'Sizes considered, in order',
    columns: {
      order: 'Step',
      size: 'Examples at once',
      bytes: 'Planned bytes, against the budget',
      verdict: 'Verdict',
    },
    budget: (budget: string) => `budget ${budget}`,
    usable: (usable: string, headroom: string) => `${usable} usable, ${headroom} headroom`,
    notPlanned: 'not planned',
    examples: (size: string) => (size === '1' ? '1 example' : `${size} examples`),
    verdicts: {
      fits: 'fits',
      chosen: 'fits, decides the cut',
      overBudget: (bytes: string) => `over the budget by ${bytes}`,
      overLimit: (limit: LimitName, asked: string, allowed: string) =>
        `over a limit of the device, ${limitNames[limit]} (${breakable(limit)}): asked ${asked}, allowed ${allowed}`,
      outOfMemory: 'the plan fits, but the device refused to create its buffers',
    },
    underOneMs: 'under 1\u00a0ms',
    planTime: (ms: string) => `planned in ${ms}`,
    tryTime: (ms: string) => `tried in ${ms}`,
    choice: {
      title: 'The choice',
      doesNotFit: 'Does not fit',
      capacity: (capacity: string) => `The largest micro-batch that fits holds ${capacity}.`,
      wholeBatch: (batch: string) => `The whole batch of ${batch} fits at once: one slice, no accumulation needed.`,
      tried: (size: string, search: string) => `The search “${search}” ended with ${size}, which ran on the device.`,
      fixed: (size: string) => `The micro-batch is fixed at ${size} and fits.`,
      balanced: (batch: string, slices: string, sizes: string) =>
        `A batch of ${batch} needs ${slices} slices; balanced, they are ${sizes}, so that none is larger than it has to be.`,
      lastBatch: (size: string) => `An epoch’s last update has ${size} examples, the rest of the data.`,
    },
    facts: {
      peak: 'Peak',
      peakHint: 'Every byte this page will ask the device for.',
      free: 'Left of the budget',
      freeHint: 'Budget minus peak, with the headroom you keep.',
      lowerBound: 'Lower bound',
      lowerBoundHint: 'Bytes alive at the same moment: no arrangement in memory can take less.',
      largestBuffer: 'Largest buffer',
      largestBufferHint: 'The device limits the size of one buffer, however much memory is free.',
      dispatches: 'GPU commands a slice',
      dispatchesHint: 'Kernels the GPU runs for one slice.',
      evaluation: 'Evaluation at once',
      evaluationHint: 'Test examples in one forward pass, which needs less memory than training.',
    },
    formula: {
      title: 'Where the bytes come from',
      fixed: 'fixed',
      fixedHint: 'Parameters, gradient sum, optimizer and the like: the same for every micro-batch.',
      perExample: 'for each example',
      perExampleHint: 'Activations, gradients and inputs of one example in a slice, on average.',
      size: (examples: number) => (examples === 1 ? 'example at once' : 'examples at once'),
      about: 'is about',
      planned: 'planned',
      plannedHint:
        'To the byte: with rounding, packing and a second slice size, which the line on the left leaves out.',
    },
  },
  race: raceStrings,
  weather: weatherStrings,
  measurement: measurementStrings,
  events: {
    tab: 'Events',
    explanation: 'What happened in this run, in order.',
    none: 'Nothing has happened yet. Loading, the search, each evaluation, skipped updates and failures are written down here, with their times.',
    list: 'Events of this run, newest first',
    update: (update: string) => `update ${update}`,
    levels: { info: 'Information', warning: 'Warning', error: 'Error' },
    earlier: (count: string) => `${count} earlier entries are in the downloaded log.`,
    download: 'Download the log',
  },
  device: {
    tab: 'Device',
    explanation: 'The adapter this page computes on, and the limits that matter.',
    looking: 'Looking for a GPU…',
    adapter: 'Adapter',
    software: 'Software adapter',
    softwareHint: 'WebGPU runs on the CPU here. Every number is real; only the speed is not that of a GPU.',
    hardware: 'Hardware adapter',
    none: 'No adapter',
    noneHint: 'Plans are made with the limits that every WebGPU device guarantees.',
    fields: { vendor: 'Vendor', architecture: 'Architecture', device: 'Device', description: 'Description' },
    unknown: 'not told by the browser',
    limits: 'Limits that matter',
    assumedLimits: 'Assumed limits',
    columns: { limit: 'Limit', value: 'Value', meaning: 'What it means here' },
    meanings: {
      maxBufferSize:
        'Largest single buffer. A slice whose activations need a larger one does not run, however much memory is free.',
      maxStorageBufferBindingSize:
        'Largest part of a buffer that one kernel can see. Often the first ceiling a large micro-batch meets.',
      maxComputeWorkgroupsPerDimension: 'Groups of threads one GPU command may start along one axis.',
      maxStorageBuffersPerShaderStage: 'Buffers one kernel can read and write. It decides how operations are split.',
      maxComputeInvocationsPerWorkgroup: 'Threads in one group.',
      maxComputeWorkgroupStorageSize:
        'Fast memory shared by the threads of a group: tiles of a matrix product live there.',
      minStorageBufferOffsetAlignment: 'Values packed into one buffer start at multiples of this.',
    },
    features: 'Features',
    noFeatures: 'none beyond the standard',
    copy: 'Copy as text',
    copied: 'Copied',
    memoryNote:
      'Browsers tell nobody how much GPU memory there is or how much is free. That is why the budget is yours to set.',
  },
  data: {
    tab: 'Data',
    explanation: 'The examples this run learns from, and how to give it your own.',
  },
};
