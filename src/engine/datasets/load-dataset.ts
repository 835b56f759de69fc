import { asColourImages } from './cifar-stand-in.ts';
import type { Dataset } from './dataset.ts';
import type { DownloadEnvironment, DownloadProgress } from './download.ts';
import { loadFashionMnist } from './fashion-mnist.ts';
import { createGeneratedImages } from './generated-images.ts';
import { createSyntheticTokens } from './synthetic-tokens.ts';
import { loadMobyDick } from './token-moby-dick.ts';
import { loadSpam } from './token-spam.ts';

export interface DatasetRequest {
  /** Folder of the bundled data sets, absolute. */
  readonly dataUrl: string;
  readonly signal: AbortSignal;
  readonly environment: DownloadEnvironment;
  readonly onProgress: (progress: DownloadProgress) => void;
}

/** Time steps of a document. */
const DOCUMENT_STEPS = 1000;
/** Characters of a window. */
const CHARACTER_POSITIONS = 128;
/** The random tokens are the same whatever the seed of a run. */
const SYNTHETIC_SEED = 1;
const GENERATED_SEED = 1;

/** Every data set that a workload can learn from, and how it comes here. Rejects with FailureError. */
const LOADERS = {
  'fashion-mnist': ({ dataUrl, ...request }) =>
    loadFashionMnist({ ...request, baseUrl: folder(dataUrl, 'fashion-mnist') }),
  'spam-assassin': ({ dataUrl, ...request }) =>
    loadSpam({ ...request, baseUrl: folder(dataUrl, 'spam-assassin'), steps: DOCUMENT_STEPS }),
  'moby-dick': ({ dataUrl, ...request }) =>
    loadMobyDick({ ...request, baseUrl: folder(dataUrl, 'moby-dick'), positions: CHARACTER_POSITIONS }),
  'synthetic-tokens': async () => createSyntheticTokens({ seed: SYNTHETIC_SEED, steps: DOCUMENT_STEPS }),
  // Until a person gives CIFAR-10's own files.
  'cifar-10': async ({ dataUrl, ...request }) =>
    asColourImages(await loadFashionMnist({ ...request, baseUrl: folder(dataUrl, 'fashion-mnist') })),
  'generated-images-224': async () => createGeneratedImages({ seed: GENERATED_SEED, imageSize: 224 }),
  'generated-images-1024': async () => createGeneratedImages({ seed: GENERATED_SEED, imageSize: 1024 }),
} satisfies Record<string, (request: DatasetRequest) => Promise<Dataset>>;

export type DatasetId = keyof typeof LOADERS;

export function loadDataset(id: DatasetId, request: DatasetRequest): Promise<Dataset> {
  return LOADERS[id](request);
}

function folder(dataUrl: string, name: string): string {
  return new URL(`${name}/`, dataUrl).href;
}
