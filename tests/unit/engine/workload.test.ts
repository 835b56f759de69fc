import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { WORKLOAD_IDS } from '../../../src/core/config/training-config.ts';
import { BROWSER_ENVIRONMENT } from '../../../src/engine/datasets/download.ts';
import { loadDataset } from '../../../src/engine/datasets/load-dataset.ts';
import { WORKLOADS } from '../../../src/engine/workload.ts';

const REQUEST = {
  dataUrl: new URL('../../../public/data/', import.meta.url).href,
  signal: new AbortController().signal,
  environment: {
    ...BROWSER_ENVIRONMENT,
    fetch: async (url: string) => new Response(new Uint8Array(await readFile(fileURLToPath(url)))),
  },
  onProgress: () => {},
};

test.each(WORKLOAD_IDS)('%s plans for the examples of the data that comes with the page', async (id) => {
  const { dataset, trainExamples, testExamples } = WORKLOADS[id];
  expect(await loadDataset(dataset, REQUEST)).toMatchObject({ trainExamples, testExamples });
});
