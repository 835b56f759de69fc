/** Header, sentence, status, failures and help: everything round the charts. */
export const shellStrings = {
  name: 'Microbatch',
  skipLink: 'Skip to the batch',
  controlsTitle: 'Settings',
  openControls: 'Settings',
  controlsSummary: (batch: string, budget: string, optimizer: string) => `batch ${batch} · ${budget} · ${optimizer}`,
  closeControls: 'Close settings',
  language: 'Language',

  actions: {
    label: 'Run',
    start: 'Start',
    startAgain: 'Start again',
    pause: 'Pause',
    resume: 'Resume',
    stop: 'Stop',
    reset: 'Reset',
    stepSlice: 'One slice',
    stepUpdate: 'One update',
    startHint: 'Train with these settings',
    pauseHint: 'Pause after the slice that is running',
    resumeHint: 'Go on from where the run stands',
    stopHint: 'End the run and keep its curves',
    resetHint: 'End the run and clear the charts',
    stepSliceHint: 'Run one slice, or the update when all slices are in the sum, then pause',
    stepUpdateHint: 'Run to the end of one update, then pause',
    needsPlan: 'Nothing fits this budget',
    needsWebgpu: 'Training needs WebGPU',
  },

  largeStart: {
    title: (peak: string) => `This run takes ${peak}`,
    software:
      'This browser computes WebGPU on the CPU, so these bytes come out of the computer’s main memory. Where it has not so ' +
      'much free, the whole computer becomes slow.',
    unmeasured:
      'That is more than this device is known to give. Where it has less, the run goes down to smaller slices by itself, but ' +
      'the browser and other programs may become slow first.',
    advice:
      'A smaller memory budget gives the same updates in more slices. “Measure this device”, under Device, tells what it gives.',
    back: 'Back',
    start: 'Start all the same',
  },

  intro: {
    title: 'Train with a batch your GPU cannot hold.',
    text:
      'It is cut into slices that fit the memory you allow, and their gradients add up to the same update. ' +
      'Move the budget, watch the slices change, press Start.',
    more: 'How it works',
    dismiss: 'Hide',
    dismissLabel: 'Hide this introduction',
  },

  sentence: {
    label: 'The batch and how it is cut',
    planning: 'Planning the first batch…',
    batch: 'Batch',
    whole: '1 slice, the whole batch',
    slices: (count: string) => `${count} slices`,
    peak: 'peak',
    of: 'of',
    update: 'update',
    /** `usable`: what the headroom leaves, where there is one. */
    doesNotFit: (batch: string, budget: string, usable?: string) =>
      usable === undefined
        ? `Batch ${batch} does not fit ${budget}`
        : `Batch ${batch} does not fit the ${usable} that the headroom leaves of ${budget}`,
    doesNotFitNeed: (need: string) => `even one example needs ${need}`,
    oneBackward: 'one backward',
    doesNotFitWhole: {
      'one-backward': (need: string) => `one backward pass for all its slices needs ${need}`,
      'full-batch': (need: string) => `without slices it needs ${need}`,
    },
    doesNotFitFixed: (size: string, need: string) => `a micro-batch of ${size} needs ${need}`,
    nextRun: 'Settings have changed. This is the run in progress; the next one would be',
    nextRunFits: (batch: string, slices: string, peak: string) => `batch ${batch} = ${slices}, peak ${peak}`,
    nextRunDoesNotFit: (batch: string, budget: string) => `batch ${batch} in ${budget}, which holds nothing`,
    startNext: 'Start it now',
    shortage: (message: string) =>
      `The run waits for memory. ${message} Raise the budget and it goes on from this slice.`,
    lastRun: (batch: string, budget: string) => `The curves are those of the last run: batch ${batch} in ${budget}.`,
    terms: {
      batch: 'Examples the optimizer sees at each update. It stays exactly this, however it is cut.',
      slices: (steps: string) =>
        `Each slice is one micro-batch: forward and backward pass, gradient added to the sum. ${steps} of them make one update.`,
      oneBackward:
        'The losses of all slices are added up and differentiated once, at the end. Every slice’s activations have to wait for ' +
        'that, so memory grows with the batch. Accumulating runs each slice backward at once.',
      peak: 'Most bytes this page holds on the device at any moment, computed before anything is allocated.',
      budget: 'What you allow this page to allocate on the device.',
      update: 'The update in progress, or the last one made. Each is one optimizer step and sees one whole batch.',
    },
  },

  /** Under the budget's control while a run is on. */
  budgetOfRun:
    'A run is on: its budget follows this one from the next slice on. Every other setting is for the next run.',
  /** The same beside another workload than the run's. */
  formOfNextRun: 'A run of another workload is on. All settings here are for the next run.',

  activity: {
    planned: (ms: string) => `Planned in ${ms}, without touching the GPU.`,
    planning: 'Planning…',
    units: {
      bytes: (done: string, total: string) => `${done} of ${total}`,
      pipelines: (done: string, total: string) => `${done} of ${total} pipelines`,
      sizes: (done: string, total: string) => `${done} of ${total} sizes`,
      examples: (done: string, total: string) => `${done} of ${total} examples`,
    },
    slice: (number: string, slices: string) => `slice ${number} of ${slices}`,
    asked: { pause: 'Pausing…', stop: 'Stopping…' },
    askedInSlice: { pause: 'Pausing after this slice…', stop: 'Stopping after this slice…' },
    loss: 'loss',
    accuracy: 'accuracy',
    testAccuracy: 'test accuracy',
    speed: 'examples/s',
  },

  announce: {
    ready: (slices: string, peak: string) => `Micro-batch chosen: ${slices}, peak ${peak}.`,
    finished: (updates: string) => `Finished after ${updates} updates.`,
    failed: (message: string) => `Failed. ${message}`,
  },

  device: {
    looking: 'Looking for a GPU…',
    software: 'Software adapter',
    softwareShort: 'Software',
    softwareHint:
      'This browser computes WebGPU on the CPU. Everything works and every number is real, but it is many times slower than a GPU.',
    none: 'No WebGPU',
    noneHint: 'Planning works; training needs WebGPU.',
    unnamed: 'WebGPU adapter',
  },

  failure: {
    cause: 'Why',
    remedy: 'What to do',
    detail: 'Technical detail',
    restart: 'Restart',
    copy: 'Copy details',
    copied: 'Copied',
    dismiss: 'Dismiss',
    kept: 'The curves so far are kept.',
  },

  brokenPart: {
    text: 'This part of the page could not be drawn. The run goes on.',
    retry: 'Draw it again',
  },

  noWebgpu: {
    title: 'Training needs WebGPU, which this browser does not offer here',
    planning:
      'Everything else works: change the batch and the budget and see how it would be cut. Plans are computed without a GPU' +
      ', here with the limits every WebGPU device guarantees.',
    browsersTitle: 'Where it runs',
    browsers: [
      { name: 'Chrome or Edge 113 or later', help: 'on Windows, macOS and ChromeOS; Chrome 121 or later on Android.' },
      {
        name: 'Chrome on Linux',
        help: 'start it with --enable-unsafe-webgpu --enable-features=Vulkan, or set chrome://flags/#enable-unsafe-webgpu to Enabled.',
      },
      { name: 'Safari 26 or later', help: 'on macOS, iOS and iPadOS.' },
      { name: 'Firefox 141 or later', help: 'on Windows, 145 or later on macOS with Apple silicon.' },
    ],
    insecure: 'WebGPU also needs a secure page: https, or localhost.',
    why: 'What the browser said',
  },

  header: {
    workload: 'Workload',
    copyLink: 'Copy link',
    copyLinkHint: 'Copy a link that reproduces this run, seed included',
    linkCopied: 'Link copied',
    toDark: 'Dark colours',
    toLight: 'Light colours',
    help: 'Keyboard and help',
  },

  help: {
    title: 'Keyboard',
    close: 'Close',
    keys: [
      { keys: ['Space'], does: 'Start, pause, resume' },
      { keys: ['→'], does: 'One slice, or the update when all are in' },
      { keys: ['Shift', '→'], does: 'One update' },
      { keys: ['R'], does: 'Reset' },
      { keys: ['?'], does: 'This help' },
      { keys: ['Esc'], does: 'Close a panel' },
    ],
    note: 'Keys act while no field, slider or button that uses them has the focus. Sliders move with the arrow keys.',
    linkTitle: 'The address is the run',
    link: 'Every setting is in the address, seed included. Open the link again, here or elsewhere, and the same run follows. Add start=1 to start it at once.',
    wordsTitle: 'Words',
    words: [
      { word: 'Batch', means: 'the examples one update is computed from' },
      { word: 'Micro-batch', means: 'the examples that are on the device at once' },
      { word: 'Slice', means: 'one micro-batch’s turn: forward, backward, add to the sum' },
      { word: 'Accumulation steps', means: 'slices in one update' },
      { word: 'Update', means: 'one step of the optimizer' },
      { word: 'Budget', means: 'bytes this page may allocate on the device' },
      { word: 'Peak', means: 'most bytes it holds at any moment' },
      { word: 'Headroom', means: 'share of the budget left free' },
    ],
  },
};
