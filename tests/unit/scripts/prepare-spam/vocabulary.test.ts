import { describe, expect, it } from 'vitest';
import { type CountedMessage, chooseVocabulary, wordIds } from '../../../../scripts/prepare-spam/vocabulary.ts';

const RULE = { size: 100, fewestSenders: 2, commonSenders: 4 };
const PLACEHOLDERS = ['<unknown>', '<number>', '<url>', '<email>'];

function message(sender: string, text: string, people: readonly string[] = [], isTraining = true): CountedMessage {
  return { words: text.split(' '), sender, people, isTraining };
}

/** The words that get an id when each of `senders` senders writes the same text. */
function wordsOf(text: string, people: readonly string[], senders = 2): string[] {
  const messages = Array.from({ length: senders }, (_, sender) => message(`${sender}@example.org`, text, people));
  return chooseVocabulary(messages, RULE).slice(PLACEHOLDERS.length);
}

describe('chooseVocabulary', () => {
  it('ranks words by their number in training messages, equal ones by their letters, behind the placeholders', () => {
    const messages = [
      message('a', 'The the cat <url> dog'),
      message('b', 'the cat dog <number>'),
      message('c', 'dog dog dog dog', [], false),
    ];
    expect(chooseVocabulary(messages, RULE)).toEqual([...PLACEHOLDERS, 'the', 'cat', 'dog']);
    expect(chooseVocabulary(messages, { ...RULE, size: 5 })).toEqual([...PLACEHOLDERS, 'the']);
  });

  it('leaves out words of too few senders, however often they write them, and words of test messages alone', () => {
    const messages = [
      message('a', 'mine mine shared'),
      message('a', 'mine'),
      message('b', 'shared test', [], false),
      message('c', 'test', [], false),
    ];
    expect(chooseVocabulary(messages, RULE)).toEqual([...PLACEHOLDERS, 'shared']);
  });

  it('leaves out names that are mostly capitalised, with their forms behind an apostrophe', () => {
    const people = ['"Mark Smith" <mark@example.org>'];
    expect(wordsOf("Smith Smith's smith hello", people)).toEqual(['smith', 'hello', "smith's"]);
    expect(wordsOf("Smith Smith Smith's smith hello", people)).toEqual(['hello']);
  });

  it('does not count words all in capitals as capitalised', () => {
    expect(wordsOf('OFFER OFFER Offer offer', ['Offer <x@example.org>'])).toEqual(['offer']);
  });

  it('leaves out logins in whatever case, and capitalised parts of addresses', () => {
    expect(wordsOf('jdoe hello', ['<jdoe@example.org>'])).toEqual(['hello']);
    expect(wordsOf('Jane hello', ['<jane.doe@example.org>'])).toEqual(['hello']);
    expect(wordsOf('jane hello', ['<jane.doe@example.org>'])).toEqual(['hello', 'jane']);
  });

  it('keeps words that many senders use, even if they are part of a name', () => {
    const people = ['Linux List <linux@example.org>'];
    expect(wordsOf('Linux', people, 3)).toEqual([]);
    expect(wordsOf('Linux', people, 4)).toEqual(['linux']);
  });
});

describe('wordIds', () => {
  it('gives the id of each word in whatever case, and 0 to those without one', () => {
    const vocabulary = new Map([...PLACEHOLDERS, 'the', 'cat'].map((word, id) => [word, id]));
    expect(wordIds(['The', '<url>', 'dog', 'CAT'], vocabulary)).toEqual([4, 2, 0, 5]);
  });
});
