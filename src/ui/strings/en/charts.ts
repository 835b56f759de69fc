/** Titles and explanations of the charts, and the words they share. */
export const chartStrings = {
  ribbon: {
    title: 'The batch',
    explanation:
      'Each cell is a share of the batch. The batch is cut into slices that fit the budget; slices run one after another, ' +
      'each adds its gradient to the sum, and the sum makes one update.',
    sum: 'Gradient sum',
    update: 'Update',
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
