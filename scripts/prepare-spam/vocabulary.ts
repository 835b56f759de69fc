/** Which words get an id, so that none points at a person. */
import { EMAIL, messageWords, NUMBER, PLACEHOLDERS, UNKNOWN, URL_WORD } from './message-words.ts';

export interface CountedMessage {
  /** As written, placeholders included. */
  readonly words: readonly string[];
  /** Address of the sender. */
  readonly sender: string;
  /** Headers with names and addresses that no word of the vocabulary may come from. */
  readonly people: readonly string[];
  /** Words are ranked by the training messages alone. */
  readonly isTraining: boolean;
}

export interface VocabularyRule {
  /** Entries, placeholders included. */
  readonly size: number;
  /** A word occurs in the messages of at least so many senders. */
  readonly fewestSenders: number;
  /** A word that so many senders use is no one's name, even if it is part of some. */
  readonly commonSenders: number;
}

interface WordUse {
  readonly senders: Set<string>;
  trainingCount: number;
  lowerCaseCount: number;
  capitalisedCount: number;
}

/**
 * The placeholders, then the words most frequent in training messages (equally frequent ones in the order of their
 * letters). Left out are words of fewer than `fewestSenders` senders and, unless `commonSenders` senders use them:
 *
 * - names: words of a person's name or address that are written with a capital more often than without;
 * - logins: what stands before the @ of a person's address.
 *
 * What an apostrophe leaves is judged as well: "Smith's" goes with "Smith".
 */
export function chooseVocabulary(messages: readonly CountedMessage[], rule: VocabularyRule): string[] {
  const uses = countUses(messages);
  const { names, logins } = peopleWords(messages);
  const pointsAtPerson = (word: string): boolean => {
    const use = uses.get(word);
    if (use === undefined || use.senders.size >= rule.commonSenders) return false;
    return logins.has(word) || (names.has(word) && use.capitalisedCount > use.lowerCaseCount);
  };
  const isAllowed = (word: string, use: WordUse): boolean => {
    const [base = word] = word.split("'");
    return use.senders.size >= rule.fewestSenders && !pointsAtPerson(word) && !pointsAtPerson(base);
  };
  const ranked = [...uses]
    .filter(([word, use]) => use.trainingCount > 0 && isAllowed(word, use))
    .sort(([wordA, a], [wordB, b]) => b.trainingCount - a.trainingCount || (wordA < wordB ? -1 : 1))
    .map(([word]) => word);
  return [...PLACEHOLDERS, ...ranked].slice(0, rule.size);
}

/** The id of each word; 0, which is `<unknown>`, for those outside the vocabulary. */
export function wordIds(words: readonly string[], vocabulary: ReadonlyMap<string, number>): number[] {
  return words.map((word) => vocabulary.get(word.toLowerCase()) ?? 0);
}

function countUses(messages: readonly CountedMessage[]): ReadonlyMap<string, WordUse> {
  const uses = new Map<string, WordUse>();
  for (const { words, sender, isTraining } of messages) {
    for (const written of words) {
      if (isPlaceholder(written)) continue;
      const word = written.toLowerCase();
      const use = uses.get(word) ?? { senders: new Set(), trainingCount: 0, lowerCaseCount: 0, capitalisedCount: 0 };
      uses.set(word, use);
      use.senders.add(sender);
      if (isTraining) use.trainingCount++;
      if (written === word) use.lowerCaseCount++;
      // Words all in capitals say nothing about how a word is usually written.
      else if (written.slice(1) === word.slice(1)) use.capitalisedCount++;
    }
  }
  return uses;
}

function peopleWords(messages: readonly CountedMessage[]) {
  const names = new Set<string>();
  const logins = new Set<string>();
  for (const header of messages.flatMap(({ people }) => people)) {
    for (const [, login = ''] of header.matchAll(/([^\s<>()[\]"',;:]+)@/g)) {
      logins.add(login.toLowerCase());
      for (const part of login.toLowerCase().split(/[^\p{L}\p{M}]+/u)) names.add(part);
    }
    for (const word of messageWords(header)) {
      if (isPlaceholder(word)) continue;
      names.add(word.toLowerCase());
      for (const part of word.toLowerCase().split(/[^\p{L}\p{M}]+/u)) names.add(part);
    }
  }
  return { names, logins };
}

function isPlaceholder(word: string): boolean {
  return word === UNKNOWN || word === NUMBER || word === URL_WORD || word === EMAIL;
}
