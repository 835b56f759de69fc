import { unexpectedFile } from './data-failure.ts';
import type { DownloadEnvironment, DownloadProgress } from './download.ts';
import { sumProgress } from './sum-progress.ts';
import type { TokenDataset } from './token-dataset.ts';
import { createTokenDocumentsDataset } from './token-documents-dataset.ts';
import { downloadText, downloadTokens } from './token-download.ts';

/** Words and placeholders, as prepared; padding is one id more. */
export const SPAM_WORDS = 5000;
export const SPAM_CLASSES = ['ham', 'spam'] as const;

const TRAIN_FILE = 'train-tokens.bin.gz';
const TEST_FILE = 'test-tokens.bin.gz';
const WORDS_FILE = 'vocabulary.txt.gz';

export interface SpamRequest {
  /** Address of the folder with the three files. */
  readonly baseUrl: string;
  /** Time steps of an example: the files hold up to 1,000 tokens of a message. */
  readonly steps: number;
  readonly signal: AbortSignal;
  readonly environment: DownloadEnvironment;
  /** Progress of the three files together. */
  readonly onProgress: (progress: DownloadProgress) => void;
}

/**
 * Loads the SpamAssassin public mail corpus as prepared: messages as token ids, ham or spam.
 * Throws a FailureError when a file is missing, cut short or not the one expected; the other downloads then end too.
 */
export async function loadSpam({
  baseUrl,
  steps,
  signal,
  environment,
  onProgress,
}: SpamRequest): Promise<TokenDataset> {
  const progressOf = sumProgress(3, onProgress);
  const together = new AbortController();
  const folder = baseUrl.endsWith('/') ? baseUrl : `${baseUrl}/`;
  const requestOf = (file: string, position: number) => ({
    url: `${folder}${file}`,
    file,
    signal: AbortSignal.any([signal, together.signal]),
    environment,
    onProgress: progressOf(position),
  });
  const shape = { vocabulary: SPAM_WORDS, classes: SPAM_CLASSES.length };
  try {
    const [train, test, vocabulary] = await Promise.all([
      downloadTokens(requestOf(TRAIN_FILE, 0), shape),
      downloadTokens(requestOf(TEST_FILE, 1), shape),
      downloadText(requestOf(WORDS_FILE, 2)),
    ]);
    const words = (vocabulary[0] ?? '').split('\n');
    if (vocabulary.length !== 1 || words.length !== SPAM_WORDS) {
      const found = `${words.length.toLocaleString('en-US')} in the first of ${vocabulary.length}`;
      throw unexpectedFile(WORDS_FILE, `${SPAM_WORDS.toLocaleString('en-US')} words in one document`, found);
    }
    for (const [file, { labels }] of [[TRAIN_FILE, train] as const, [TEST_FILE, test] as const]) {
      if (labels.length === 0) throw unexpectedFile(file, 'at least one message', 'none');
    }
    return createTokenDocumentsDataset({ id: 'spam-assassin', steps, words, classes: SPAM_CLASSES, train, test });
  } finally {
    together.abort();
  }
}
