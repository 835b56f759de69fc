/**
 * Cuts the bundled subset out of the four official Fashion-MNIST files:
 *
 *     node scripts/run.mjs prepare-fashion-mnist --from <folder with the four official .gz files> [--to <folder>]
 *
 * The first 12,000 training and the first 2,000 test examples, in the same format (gzip IDX). The gzip header carries
 * no time, no name and no operating system, so the same input gives the same bytes again.
 */
import { createHash } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { gunzipSync, gzipSync } from 'node:zlib';
import { type ExpectedShape, encodeIdx, parseIdx } from '../src/engine/datasets/idx.ts';

interface Cut {
  readonly source: string;
  readonly target: string;
  readonly shape: ExpectedShape;
  readonly examples: number;
}

const CUTS: readonly Cut[] = [
  {
    source: 'train-images-idx3-ubyte.gz',
    target: 'train-images-idx3-ubyte.gz',
    shape: [60_000, 28, 28],
    examples: 12_000,
  },
  { source: 'train-labels-idx1-ubyte.gz', target: 'train-labels-idx1-ubyte.gz', shape: [60_000], examples: 12_000 },
  {
    source: 't10k-images-idx3-ubyte.gz',
    target: 'test-images-idx3-ubyte.gz',
    shape: [10_000, 28, 28],
    examples: 2_000,
  },
  { source: 't10k-labels-idx1-ubyte.gz', target: 'test-labels-idx1-ubyte.gz', shape: [10_000], examples: 2_000 },
];

const GZIP_OS_BYTE = 9;
const GZIP_OS_UNKNOWN = 255;

/** The first `examples` entries along the first dimension of an IDX file, as an IDX file. */
function cutExamples(file: Uint8Array<ArrayBuffer>, cut: Cut): Uint8Array {
  const result = parseIdx(file, cut.shape);
  if (result.status !== 'parsed') throw new Error(`${cut.source}: ${JSON.stringify(result)}`);
  const { shape, data } = result.array;
  const [total = 0, ...exampleShape] = shape;
  const elementsPerExample = data.length / total;
  return encodeIdx([cut.examples, ...exampleShape], data.subarray(0, cut.examples * elementsPerExample));
}

function compress(bytes: Uint8Array): Uint8Array {
  const compressed = gzipSync(bytes, { level: 9 });
  compressed[GZIP_OS_BYTE] = GZIP_OS_UNKNOWN;
  return compressed;
}

const { values } = parseArgs({
  options: { from: { type: 'string' }, to: { type: 'string', default: 'public/data/fashion-mnist' } },
});
const { from, to } = values;
if (from === undefined) {
  console.error('Name the folder that holds the four official files: --from <folder>');
  process.exit(1);
}

await mkdir(to, { recursive: true });
for (const cut of CUTS) {
  const subset = cutExamples(new Uint8Array(gunzipSync(await readFile(join(from, cut.source)))), cut);
  const compressed = compress(subset);
  await writeFile(join(to, cut.target), compressed);
  const digest = createHash('sha256').update(subset).digest('hex');
  console.log(
    `${cut.target}  ${compressed.length} bytes, ${subset.length} decoded, sha256 of the decoded bytes ${digest}`,
  );
}
