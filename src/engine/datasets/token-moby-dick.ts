import { unexpectedFile } from './data-failure.ts';
import type { HeadedFileRequest } from './token-download.ts';
import { downloadText } from './token-download.ts';
import type { TokenPredictionDataset } from './token-prediction-dataset.ts';
import { type CharacterDocuments, createCharacterWindows } from './token-windows.ts';

/** Every character of the prepared text, in the order of their codes: the vocabulary is known before the text is loaded. */
export const MOBY_DICK_CHARACTERS: readonly string[] = Array.from(
  '\n !"$&\'()*,-.0123456789:;?ABCDEFGHIJKLMNOPQRSTUVWXYZ[]abcdefghijklmnopqrstuvwxyz—',
);

const FILE = 'moby-dick.txt.gz';
/** Of ten chapters in a row, the last is held out for testing. */
const CHAPTERS_PER_TEST_CHAPTER = 10;

export interface MobyDickRequest extends Omit<HeadedFileRequest, 'url' | 'file'> {
  /** Address of the folder with the file. */
  readonly baseUrl: string;
  /** Characters of an example. */
  readonly positions: number;
}

/**
 * Loads Herman Melville's Moby-Dick as windows of characters: each position predicts the next character of its chapter.
 * Chapters 10, 20, 30 … are the test split.
 * Throws a FailureError when the file is missing, cut short, or holds other characters than the vocabulary.
 */
export async function loadMobyDick({
  baseUrl,
  positions,
  ...request
}: MobyDickRequest): Promise<TokenPredictionDataset> {
  const folder = baseUrl.endsWith('/') ? baseUrl : `${baseUrl}/`;
  const chapters = await downloadText({ ...request, url: `${folder}${FILE}`, file: FILE });
  const isTest = (chapter: number) => chapter % CHAPTERS_PER_TEST_CHAPTER === CHAPTERS_PER_TEST_CHAPTER - 1;
  const dataset = createCharacterWindows({
    id: 'moby-dick',
    positions,
    characters: MOBY_DICK_CHARACTERS,
    train: encodeChapters(chapters, (chapter) => !isTest(chapter)),
    test: encodeChapters(chapters, isTest),
  });
  if (dataset.trainExamples === 0 || dataset.testExamples === 0) {
    throw unexpectedFile(FILE, `text in ${CHAPTERS_PER_TEST_CHAPTER} chapters or more`, `${chapters.length} chapters`);
  }
  return dataset;
}

function encodeChapters(chapters: readonly string[], isChosen: (chapter: number) => boolean): CharacterDocuments {
  const chosen = chapters.filter((_, chapter) => isChosen(chapter));
  const ids = new Uint8Array(chosen.reduce((length, text) => length + text.length, 0));
  const offsets = new Uint32Array(chosen.length + 1);
  const idOf = new Map(MOBY_DICK_CHARACTERS.map((character, id) => [character, id]));
  let at = 0;
  chosen.forEach((text, document) => {
    for (let position = 0; position < text.length; position++) {
      const id = idOf.get(text.charAt(position));
      if (id === undefined) {
        const found = `U+${text.charCodeAt(position).toString(16).toUpperCase().padStart(4, '0')}`;
        throw unexpectedFile(FILE, `the ${MOBY_DICK_CHARACTERS.length} characters of the prepared text only`, found);
      }
      ids[at++] = id;
    }
    offsets[document + 1] = at;
  });
  return { ids, offsets };
}
