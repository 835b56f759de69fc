/** What the text alternative of the ribbon is made of. */
interface RibbonWords {
  readonly fits: boolean;
  readonly batch: string;
  readonly slices: number;
  readonly sizes: string;
  readonly slicesDone: number;
  readonly isRunning: boolean;
  readonly examplesDone: string;
  readonly update: number;
}

interface LossWords {
  readonly update: string;
  readonly loss: string;
  readonly accuracy: string;
  readonly testLoss: string | undefined;
  readonly testAccuracy: string | undefined;
}

interface MemoryWords {
  readonly planned: string;
  readonly budget: string;
  readonly kinds: string;
  readonly allocated: string | undefined;
}

/** The moment of the most live bytes in a slice. */
interface PeakWords {
  readonly bytes: string;
  readonly kernel: string;
  readonly number: string;
  readonly total: string;
  readonly phase: string;
}

/** Titles and explanations of the charts, and the words they share. */
export const chartStrings = {
  ribbon: {
    title: 'The batch',
    explanation:
      'Each cell is a share of the batch. The batch is cut into slices that fit the budget; slices run one after another, ' +
      'each adds its gradient to the sum, and the sum makes one update.',
    sum: 'Gradient sum',
    update: 'Update',
    planning: 'Planning the first batch…',
    stages: {
      planned: 'after all slices',
      'only-planned': 'only planned',
      'not-cut': 'none',
      accumulating: 'adding up',
      ready: 'comes next',
      updating: 'updating',
      done: 'made',
      paused: 'paused',
    },
    sliceTitle: (number: string | number, examples: string, state: string) =>
      `Slice ${number}: ${examples} examples, ${state}`,
    slices: 'Slices',
    slicesIn: (count: string, state: string) => `${count} ${state}`,
    cellIsExamples: (examples: string) => (examples === '1' ? '1 cell = 1 example' : `1 cell = ${examples} examples`),
    cellIsSlices: (slices: string, examples: string) =>
      slices === '1' ? `1 cell = 1 slice of ${examples}` : `1 cell = ${slices} slices of ${examples}`,
    /** In place of “waiting”, where nothing will run. */
    idleSlices: { 'only-planned': 'planned', 'not-cut': 'not cut' },
    doesNotFit: 'Not cut: it does not fit this budget.',
    tooFast: (perSecond: string) =>
      `About ${perSecond} updates a second: too fast to draw slice by slice. Pause, then step one slice at a time.`,
    describe: (ribbon: RibbonWords) => {
      if (!ribbon.fits) return `A batch of ${ribbon.batch} examples, uncut: it does not fit the budget.`;
      const cut =
        ribbon.slices === 1
          ? `A batch of ${ribbon.batch} examples in one slice`
          : `A batch of ${ribbon.batch} examples in ${ribbon.slices} slices: ${ribbon.sizes}`;
      if (ribbon.update === 0) return `${cut}. Nothing runs yet.`;
      const running = ribbon.isRunning ? `, slice ${ribbon.slicesDone + 1} running` : '';
      return (
        `${cut}. Update ${ribbon.update}: ${ribbon.slicesDone} of ${ribbon.slices} slices in the gradient sum${running}; ` +
        `${ribbon.examplesDone} of ${ribbon.batch} examples summed.`
      );
    },
  },
  shared: {
    about: (title: string) => `About “${title}”`,
    tableOf: (title: string) => `Table of “${title}”`,
    showTable: 'Show the numbers as a table',
    showChart: 'Show the chart',
    download: (title: string) => `Download “${title}” as CSV`,
    downloadHint: 'Download the numbers as CSV',
    scrolls: (title: string) => `${title}, table`,
    noRows: 'No numbers yet.',
    pages: (title: string) => `${title}, pages of the table`,
    previousPage: 'Previous page',
    nextPage: 'Next page',
    page: (page: string, pages: string, rows: string) => `Page ${page} of ${pages}, ${rows} rows`,
    atUpdate: (update: string) => `Update ${update}`,
    /** Name of the x-axis, in a corner: short. */
    update: 'update',
    chart: (name: string) => `${name}. Left and right arrows read the values one by one.`,
  },
  loss: {
    title: 'Loss and accuracy',
    lead: 'One point an update, measured over the whole batch.',
    empty: 'The loss of each update appears here.',
    emptyAccuracy: 'The share of correct predictions appears here.',
    loss: 'Loss',
    accuracy: 'Accuracy',
    raw: 'train',
    smoothed: 'smoothed',
    test: 'test',
    testLoss: 'Test loss',
    testAccuracy: 'Test accuracy',
    gradientNorm: 'Gradient norm',
    learningRate: 'Learning rate',
    skipped: (count: string) => `${count} skipped: the loss or the gradient was not a finite number`,
    summaryEmpty: 'Nothing is measured yet.',
    summary: (words: LossWords) =>
      `After update ${words.update}: training loss ${words.loss}, training accuracy ${words.accuracy}` +
      (words.testAccuracy === undefined
        ? '. Not evaluated on the test set yet.'
        : `; test loss ${words.testLoss}, test accuracy ${words.testAccuracy}.`),
    explanation:
      'One point per update: the weighted mean over the whole batch, never a mean of slice means. The faint line is what ' +
      'was measured, the strong one is smoothed; rings are evaluations on the test set.',
  },
  memory: {
    title: 'Memory',
    lead: 'Planned bytes by kind, beside what this page really allocates.',
    axis: 'MiB',
    planned: 'Planned',
    allocated: 'Allocated',
    budget: 'Budget',
    noPlan: 'The plan appears here.',
    budgetAbove: (budget: string) => `Budget ${budget}, above this chart`,
    summary: (words: MemoryWords) =>
      `Planned: ${words.planned} of ${words.budget} budget (${words.kinds}). ` +
      (words.allocated === undefined ? 'Nothing is allocated yet.' : `Allocated by this page: ${words.allocated}.`),
    explanation:
      'Planned bytes by kind, stacked; the line is what this page has really allocated on the device; the dashed line is ' +
      'your budget. Browsers expose no figure for GPU memory as a whole, so this counts this page alone. A dotted vertical line ' +
      'marks an update in which the run changed its plan; the log says why.',
  },
  microBatch: {
    title: 'Micro-batch and accumulation steps',
    lead: 'How each batch was cut.',
    examples: 'Examples in the largest slice',
    slices: 'Slices an update',
    microBatch: 'micro-batch',
    steps: 'accumulation steps',
    planned: 'planned',
    emptyExamples: 'Which micro-batch each update used appears here.',
    summary: (microBatch: string, steps: string) =>
      `At the newest update: ${microBatch} examples in the largest slice, ${steps} accumulation steps.`,
    summaryPlanned: (microBatch: string, steps: string) =>
      `Planned: ${microBatch} examples in the largest slice, ${steps} accumulation steps.`,
    explanation:
      'Examples in the largest slice, and slices per update. Their product covers the batch: when one halves, the other doubles. ' +
      'An update in whose midst the budget changed, at a dotted line, has slices of both sizes.',
  },
  throughput: {
    title: 'Examples per second',
    lead: 'What the cutting costs in speed, warm-up left out.',
    axis: 'Examples per second',
    each: 'each update',
    median: 'median of the last 32',
    medianColumn: 'Median of the last 32',
    stepMs: 'Time of the update (ms)',
    encodeMs: 'JavaScript (ms)',
    empty: 'The speed appears here after a few updates: the first ones, which only warm up, do not count.',
    summary: (rate: string) => `Median of the last updates: ${rate} examples per second.`,
    summaryEmpty: 'Nothing is measured yet.',
    explanation:
      'Over the last updates, without the warm-up ones. Cutting a batch costs some speed: this shows how much.',
  },
  sliceTimeline: {
    title: 'Inside one slice',
    lead: 'Live bytes, from one GPU command to the next.',
    forward: 'forward',
    backward: 'backward',
    axis: 'MiB',
    /** Name of the x-axis, in a corner: short. */
    commandAxis: 'command',
    peak: 'Most live bytes',
    /** Beside the mark in the chart: short. */
    peakMark: 'most',
    command: (number: string, total: string) => `GPU command ${number} of ${total}`,
    peakAt: (words: PeakWords) =>
      `${words.bytes} at ${words.kernel}, GPU command ${words.number} of ${words.total}, ${words.phase}`,
    hideFixed: 'Hide what stays',
    hidden: (bytes: string) => `${bytes} that stay the same through the slice are not drawn.`,
    total: 'Live in all',
    number: 'GPU command',
    kernel: 'Kernel',
    pass: 'Pass',
    unnamedKernel: 'unnamed kernel',
    noTimeline: 'Nothing fits, so there is no slice to look into. With a larger budget, its bytes rise and fall here.',
    noPlan: 'The plan appears here.',
    summary: (words: PeakWords) =>
      `Live bytes over ${words.total} GPU commands. The most live bytes are ${words.bytes}, in the ${words.phase} pass at GPU command ${words.number}, ${words.kernel}.`,
    explanation:
      'Live bytes over the GPU commands of one slice: they rise through the forward pass while activations are kept, and ' +
      'fall through the backward pass while they are used up. The peak in the sentence is these most live bytes and what rounding ' +
      'and packing into buffers add: it decides what fits.',
  },
  plannedBytes: {
    title: 'Planned bytes',
    budget: 'Budget',
    ofBudget: (share: string) => `${share} of the budget`,
    over: (bytes: string) => `${bytes} over the budget`,
    needOf: {
      'one-example': 'for a single example',
      'fixed-size': 'for the micro-batch set',
      'whole-batch': 'for the whole batch',
    },
    describe: (peak: string, budget: string, kinds: string) => `${peak} planned of ${budget} budget: ${kinds}`,
    explanation: 'What this page will ask the device for, by kind, computed before anything is allocated.',
  },
};
