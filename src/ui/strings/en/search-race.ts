import type { SearchId } from '../../../core/config/training-config.ts';

/** One sentence a search: whose it is, what it does, what is wrong with it. */
const about: Record<SearchId, string> = {
  planned:
    'This page: computes the bytes of a few sizes and runs none. The largest size, for the price of a calculation.',
  doubling:
    'By hand, as texts tell it: doubles until memory runs out, then goes one step back. It ends on a power of two.',
  utilisation:
    'From a tutorial that watches PyTorch’s allocated memory: halves above 80\u00a0% of the budget, doubles below 60\u00a0%. It leaves memory unused, and takes far too little where parameters fill most of it.',
  halving: 'MosaicML Composer: from the whole batch down by halves. Every try but the last is a failure.',
  'shrink-by-tenth':
    'Hugging Face Accelerate: a tenth less after each failure. Close to the largest, after many failures.',
  power: 'PyTorch Lightning, mode power: doubles from 2, then goes one step back. It ends on a power of two.',
  bisect:
    'PyTorch Lightning, mode binsearch: powers of two, then halves the gap. The largest size, after twice the tries.',
};

/** The panel that runs all searches and draws them side by side. */
export const raceStrings = {
  title: 'Search race',
  lead: 'How would other tools have found this micro-batch? All seven searches run here, one after another, on these settings: same budget, same limits, same device. Nothing of a run is touched.',
  about,
  start: 'Race all searches',
  again: 'Race again',
  stop: 'Stop the race',
  runActive: 'A run holds the device. Stop it, then race.',
  needsWebgpu: 'A race tries sizes on a device; this browser offers none.',
  legend: {
    title: 'From top to bottom in the order asked',
    passed: 'ran',
    failed: 'did not fit',
    planned: 'planned, not run',
    found: 'found',
  },
  axis: 'Examples in a slice, logarithmic',
  largest: (size: string) => `largest that fits: ${size}`,
  columns: {
    search: 'Search',
    sizes: 'Sizes',
    found: 'Found',
    share: 'Of largest',
    tried: 'Tries',
    failed: 'Failed',
    time: 'Time',
  },
  hints: {
    found: 'Examples in the slice that the search ended with. It has run on the device.',
    share: 'The size found as a share of the largest that fits.',
    tried: 'Sizes tried on the device: buffers created, one slice forward and backward.',
    failed: 'Tries that ended in a refusal: each a real out-of-memory elsewhere.',
    time: 'Creating buffers and running one slice, for all tries together; of the planned search, its planning.',
  },
  nothing: 'none',
  waiting: 'waits',
  raced: (workload: string, batch: string, budget: string) => `${workload}, batch ${batch}, ${budget} usable`,
  racing: (search: string, done: string, all: string) => `Racing: ${search} (${done} of ${all} done)`,
  compiling: (text: string, done: string, total: string) => `${text}, compiling kernel ${done} of ${total}`,
  finished: (largest: string) => `The race is over. The largest size that fits is ${largest}.`,
  nothingFits: 'The race is over: not one example fits.',
  stopped: 'Stopped. The searches that had ended keep their results.',
  clock: (compileTime: string) =>
    `Kernels that were new to this device were compiled, and run once, before the clock started (${compileTime}), so it makes no difference which search came first. The planned search plans from nothing; the one run that confirms its size is in none of its numbers. After eight failures in a row every search tries one example, to tell sizes that are too large from a device on which nothing runs.`,
  showTable: 'Show every size as a table',
  hideTable: 'Hide the table',
  table: 'Every size of the race, in order',
  tableColumns: {
    search: 'Search',
    step: 'Step',
    size: 'Examples',
    how: 'How',
    verdict: 'Verdict',
    bytes: 'Bytes',
    time: 'Time',
  },
  how: { planned: 'planned', tried: 'tried', confirmed: 'confirmed' },
  ms: (value: string) => `${value}\u00a0ms`,
  lane: (search: string, sizes: string, found: string) => `${search}: ${sizes}. ${found}`,
  laneEmpty: (search: string) => `${search}: no size asked yet`,
  laneSize: { passed: (size: string) => `${size} ran`, failed: (size: string) => `${size} did not fit` },
  lanePlanned: {
    passed: (size: string) => `${size} planned, fits`,
    failed: (size: string) => `${size} planned, does not fit`,
  },
  laneFound: (size: string) => `Found ${size}.`,
  laneNotFound: 'Found none.',
};
