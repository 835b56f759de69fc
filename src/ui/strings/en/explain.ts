/** The short explanation at the foot of the page. */
export const explainStrings = {
  title: 'How it works',
  lead: 'Why the sum is the same, what it costs, and where people go wrong.',
  sections: [
    {
      title: 'Why the sum is the same',
      text: [
        'The loss of a batch is a weighted sum over its examples, divided by the sum of the weights. The gradient of a sum is the sum of the gradients, so it does not matter in how many parts it is added up.',
        'Each slice runs forward and backward, adds its gradient to one running sum, and is forgotten. When the last slice is in, the optimizer makes one update. Up to rounding, it is the update the whole batch would have made.',
        'With Lᵢ the weighted sum of the losses in slice i, and Σw the sum of all weights:',
      ],
      formula: '∇L = ( ∇L₁ + ∇L₂ + … + ∇Lₖ ) ∕ Σw',
      formulaWords:
        'The gradient of the batch’s loss L is the sum of the gradients of L₁ to Lₖ, divided by the sum of all weights w. Lᵢ is the weighted sum of the losses in slice i.',
    },
    {
      title: 'What it costs',
      text: [
        'Memory: one more copy of the parameters, for the sum. It is in the plan and in the picture.',
        'Time: smaller slices keep a GPU less busy, and each slice has a fixed cost. Examples per second show how much. What you get is activations that grow with the slice instead of the batch.',
      ],
    },
    {
      title: 'How it knows what fits',
      text: [
        'One micro-batch’s forward and backward pass is recorded once without computing anything. Every buffer and its lifetime is then known, values that are never alive together share memory, and the peak is a number, to the byte, before the GPU is asked for anything.',
        'So the largest micro-batch is computed, not found by crashing. While training, nothing more is allocated.',
      ],
    },
  ],
  mistakesTitle: 'Where people go wrong',
  mistakes: [
    {
      title: 'Mean of means',
      text: 'Averaging slice losses gives a short last slice too much weight. With sums 2 of 1 example and 90 of 9, the mean is 9.2, not 6.0. Divide once, by the whole batch.',
    },
    {
      title: 'Schedule per slice',
      text: 'Learning-rate schedule, clipping, weight decay and Adam’s step counter belong to the update. Done per slice, cutting the batch changes the training.',
    },
    {
      title: 'Batch normalisation',
      text: 'It computes its statistics from what is on the device: the micro-batch, not the batch. It is the one layer for which cutting is not exact. The models here do without it.',
    },
    {
      title: 'The dropped tail',
      text: 'When the batch does not divide the data, the last update of an epoch is smaller. Dropping it loses data; letting it leak into the next epoch mixes two updates.',
    },
    {
      title: 'One backward at the end',
      text: 'Adding up losses and calling backward once keeps every activation alive: the memory of the full batch. Backward must run per slice.',
    },
    {
      title: 'One mask for every slice',
      text: 'Dropout keyed by position in the slice repeats itself. Here it is keyed by example, so every cut of the batch gives the same masks.',
    },
  ],
};
