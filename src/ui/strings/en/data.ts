import type { ShownDataId } from '../../data/shown-data.ts';

/** What a data set is, in words. */
export interface DataText {
  readonly name: string;
  readonly about: string;
  readonly origin?: string;
  readonly licence?: string;
  /** Address of the licence's text on this page. */
  readonly licenceUrl?: string;
}

const FASHION_ORIGIN =
  'Han Xiao, Kashif Rasul, Roland Vollgraf: Fashion-MNIST, a novel image dataset for benchmarking machine learning algorithms. Zalando Research, 2017.';
const IN_MNIST_FORMAT = 'Grey-scale images of 28 × 28 pixels, each with one of ten labels, read from your files.';

const generated = (pixels: string, bytes: string): string =>
  `A million images of ${pixels} × ${pixels} pixels in 1,000 classes, ${bytes} each. Each is a function of the seed and its number, ` +
  'made when its slice needs it: no batch of them is ever in memory, neither on the device nor in this computer. Each ' +
  'class has a pattern of its own, moved and covered by noise, so there is something to learn.';

const sets: Record<ShownDataId, DataText> = {
  'fashion-mnist-bundled': {
    name: 'Fashion-MNIST, a subset',
    about: 'Grey-scale images of clothes, 28 × 28 pixels, each with one of ten labels.',
    origin: FASHION_ORIGIN,
    licence:
      'MIT licence, © 2017 Zalando SE. The first 12,000 training and 2,000 test images of the official files, unchanged.',
    licenceUrl: 'data/fashion-mnist/LICENSE',
  },
  'cifar-stand-in': {
    name: 'Fashion-MNIST in CIFAR-10’s shape',
    about:
      'A stand-in: grey-scale images of clothes, in the middle of 32 × 32 × 3. The network, its memory and its speed are ' +
      'those of CIFAR-10; the accuracy is not.',
    origin: FASHION_ORIGIN,
    licence: 'MIT licence, © 2017 Zalando SE.',
    licenceUrl: 'data/fashion-mnist/LICENSE',
  },
  'cifar-10': {
    name: 'CIFAR-10',
    about: 'Photographs of ten kinds of things, 32 × 32 pixels in colour, read from your files.',
    origin: 'Alex Krizhevsky: Learning multiple layers of features from tiny images. University of Toronto, 2009.',
  },
  'fashion-mnist': { name: 'Fashion-MNIST', about: IN_MNIST_FORMAT, origin: FASHION_ORIGIN },
  mnist: {
    name: 'MNIST',
    about: `Handwritten digits. ${IN_MNIST_FORMAT}`,
    origin: 'Yann LeCun, Corinna Cortes, Christopher J. C. Burges: the MNIST database of handwritten digits, 1998.',
  },
  'idx-images': { name: 'Images in MNIST’s format', about: IN_MNIST_FORMAT },
  'synthetic-tokens': {
    name: 'Random tokens',
    about:
      'Random word numbers with random labels, made here and the same for every seed. There is nothing to learn: they are ' +
      'for memory and speed at the size of the first text that this page comes from.',
  },
  'spam-assassin': {
    name: 'Spam or ham',
    about:
      'E-mails as numbers of the 5,000 most frequent words, at most 1,000 words each; subject and text only, without ' +
      'addresses and names. Split by hash, four to one.',
    origin: 'Apache SpamAssassin’s public corpus.',
    licence: 'Contents CC0. Prepared by a script of this project.',
    licenceUrl: 'data/spam-assassin/LICENSE',
  },
  'moby-dick': {
    name: 'Moby-Dick',
    about:
      'The novel, 81 different characters, cut into windows of 128 of them; each predicts the next. Every tenth chapter is ' +
      'for testing; the model never sees it.',
    origin: 'Herman Melville: Moby-Dick; or, The Whale. 1851.',
    licence: 'In the public domain.',
  },
  'generated-224': { name: 'Generated images', about: generated('224', '588 KiB') },
  'generated-1024': { name: 'Generated megapixel images', about: generated('1,024', '12 MiB') },
};

const counts = (training: string, test: string): string => `${training} training and ${test} test examples`;

/** The Data tab, and giving data of one's own. */
export const dataStrings = {
  sets,
  counts,
  inUse: {
    title: 'This workload learns from',
    badges: { bundled: 'part of this page', standIn: 'stand-in', own: 'your files', made: 'made here' },
    training: 'Training examples',
    trainingHint: 'What the model learns from.',
    test: 'Test examples',
    testHint: 'The model never learns from them.',
    perEpoch: 'Updates an epoch',
    perEpochHint: (batch: string) =>
      `At a batch of ${batch}; the last one is smaller where the batch does not divide the data.`,
    choice: 'Learn from',
    bundled: { fashion: 'Fashion-MNIST, the subset of this page', cifar: 'Fashion-MNIST, as a stand-in' },
    nextRun: 'A run is in progress and keeps the data it was started with. A change counts from the next run on.',
    link: 'A link to this run does not carry your data: elsewhere it uses what comes with the page.',
    heldOut: 'No test file was given: the last tenth of the training examples is held out for testing.',
    originTitle: 'Origin and licence',
    licenceFile: 'Read the licence',
  },
  standIn: {
    title: 'Not CIFAR-10 yet',
    why:
      'CIFAR-10 is too large to be part of this page, and its home does not let other pages fetch it. You can: download ' +
      'the binary version, 162 MiB, and drop it anywhere on this page.',
    home: 'CIFAR-10’s home: cs.toronto.edu/~kriz/cifar.html',
    homeUrl: 'https://www.cs.toronto.edu/~kriz/cifar.html',
  },
  own: {
    title: 'Data of your own',
    drop: 'Drop files, or choose them',
    dropNow: 'Drop the files here',
    dropAnywhere: 'Drop the files anywhere',
    formats: [
      'CIFAR-10: cifar-10-binary.tar.gz, or its .bin files together',
      'MNIST, Fashion-MNIST: their IDX files together, plain or .gz',
    ],
    privacy: 'Files are read in this browser and kept in its storage. Nothing leaves this computer.',
    overlay: 'Read in this browser; nothing is uploaded.',
    announceDrag: 'Drop the files anywhere on the page to use them as data.',
  },
  importing: {
    title: (files: string) => `Reading ${files}`,
    files: (first: string, others: number) =>
      others === 0 ? first : `${first} and ${others === 1 ? 'one other file' : `${others} other files`}`,
    stages: { starting: 'Looking at the files', reading: 'Reading', keeping: 'Keeping in the browser’s storage' },
    amount: (done: string, total: string) => `${done} of ${total}`,
    cancel: 'Cancel',
    cancelled: 'Cancelled. Nothing was kept.',
    failedTitle: 'These files cannot be used',
    finished: (name: string, size: string) => `${name} is ready: ${size}.`,
    usedBy: {
      fashion: 'Fashion-MNIST’s workloads use it from the next run on.',
      cifar: 'CIFAR-10’s workloads use it from the next run on.',
    },
  },
  stored: {
    title: 'Kept in this browser',
    none: 'Nothing yet. What you give is listed here, and is here again on your next visit.',
    kept: (date: string) => `kept ${date}`,
    sessionOnly: 'until this page closes',
    inUse: 'in use',
    parts: (parts: string) => `Read: ${parts}`,
    remove: 'Remove',
    removeOf: (name: string) => `Remove ${name}`,
    confirm: (name: string) => `Remove ${name} from this browser? Your files stay where they are.`,
    confirmed: 'Yes, remove it',
    keep: 'Keep it',
    removed: (name: string) => `${name} was removed.`,
    persistent: 'The browser has promised to keep them until you remove them.',
    notPersistent: 'The browser may remove them when the disk is nearly full.',
  },
  line: {
    label: 'Data',
    show: (name: string) => `Data: ${name}. Show or change it`,
  },
};
