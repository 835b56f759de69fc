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
      accumulating: 'adding up',
      updating: 'updating',
      done: 'made',
      fast: 'made',
    },
    sliceTitle: (number: string | number, examples: string, state: string) =>
      `Slice ${number}: ${examples} examples, ${state}`,
    slicesIn: (count: string, number: number, state: string) =>
      `${count} ${number === 1 ? 'slice' : 'slices'} ${state}`,
    cellIsExamples: (examples: string) => (examples === '1' ? '1 cell = 1 example' : `1 cell = ${examples} examples`),
    cellIsSlices: (slices: string, examples: string) =>
      slices === '1' ? `1 cell = 1 slice of ${examples}` : `1 cell = ${slices} slices of ${examples}`,
    tooFast: (perSecond: string) =>
      `About ${perSecond} updates a second: too fast to draw slice by slice. Pause, then step one slice at a time.`,
    describe: (ribbon: RibbonWords) => {
      if (!ribbon.fits) return `A batch of ${ribbon.batch} examples, uncut: not even one example fits the budget.`;
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
  loss: {
    title: 'Loss and accuracy',
    explanation:
      'One point per update: the weighted mean over the whole batch, never a mean of slice means. The faint line is what ' +
      'was measured, the strong one is smoothed; rings are evaluations on the test set.',
  },
  memory: {
    title: 'Memory',
    explanation:
      'Planned bytes by kind, stacked; the line is what this page has really allocated on the device; the dashed line is ' +
      'your budget. Browsers expose no figure for GPU memory as a whole, so this counts this page alone.',
  },
  microBatch: {
    title: 'Micro-batch and accumulation steps',
    explanation:
      'Examples in the largest slice, and slices per update. Their product covers the batch: when one halves, the other doubles.',
  },
  throughput: {
    title: 'Examples per second',
    explanation:
      'Over the last updates, without the warm-up ones. Cutting a batch costs some speed: this shows how much.',
  },
  sliceTimeline: {
    title: 'Inside one slice',
    explanation:
      'Live bytes over the GPU commands of one slice: they rise through the forward pass while activations are kept, and ' +
      'fall through the backward pass while they are used up. The peak decides what fits.',
  },
  plannedBytes: {
    title: 'Planned bytes',
    explanation: 'What this page will ask the device for, by kind, computed before anything is allocated.',
  },
};
