/** From the text of a message to its words, as they are written; what identifies people or places becomes a placeholder. */
export const UNKNOWN = '<unknown>';
export const NUMBER = '<number>';
export const URL_WORD = '<url>';
export const EMAIL = '<email>';

/** The first ids of the vocabulary. `<unknown>` stands for each word that has no id of its own. */
export const PLACEHOLDERS = [UNKNOWN, NUMBER, URL_WORD, EMAIL] as const;

const QUOTED_HEADER =
  /^[ \t>|:*]*(?:from|to|cc|bcc|date|sent|message-id|reply-to|sender|received|return-path|in-reply-to|references|delivered-to|errors-to|x-[\w-]+|list-[\w-]+|organi[sz]ation|content-[\w-]+|mime-version)[ \t*]*:.*$/gim;
const SIGNATURE_BLOCK = /-----BEGIN PGP SIGNATURE-----[\s\S]*?(?:-----END PGP SIGNATURE-----|$)/g;
const EMAIL_ADDRESS = /(?:mailto:)?[^\s<>()[\]"',;:]+@[^\s<>()[\]"',;:]+/gi;
const WEB_ADDRESS =
  /\b(?:https?|ftp|file|news|irc):\/*[^\s<>"']+|\bwww\.[^\s<>"']+|\b[a-z\d-]+(?:\.[a-z\d-]+)*\.(?:com|net|org|edu|gov|mil|info|biz|ie|uk|de|fr|nl|be|ca|au|nz|ru|pl|cz|jp|cn|tw|hk|kr|br|mx|ch|at|se|fi|dk|es|pt|il|za|tv|cc|to|cx)\b(?:\/[^\s<>"']*)?/gi;
const ONE_WORD = /<(?:url|email)>|\d+(?:[.,:/-]\d+)*(?![\p{L}\p{M}\d])|[\p{L}\p{M}\p{N}]+(?:['’][\p{L}\p{M}]+)*/gu;
const LONGEST_WORD = 24;
/** Longer runs of letters and digits are serial numbers and keys rather than words. */
const LONGEST_MIXED_WORD = 6;

/**
 * The words of a subject or body in order, upper and lower case as written; a word is a run of letters and digits, with
 * apostrophes inside. Numbers, dates and times, web and mail addresses are placeholders; quoted headers and signatures
 * of PGP are left out.
 */
export function messageWords(text: string): string[] {
  const plain = text
    .normalize('NFC')
    .replace(SIGNATURE_BLOCK, ' ')
    .replace(QUOTED_HEADER, ' ')
    .replace(EMAIL_ADDRESS, ` ${EMAIL} `)
    .replace(WEB_ADDRESS, ` ${URL_WORD} `);
  return Array.from(plain.matchAll(ONE_WORD), ([word]) => {
    if (word === URL_WORD || word === EMAIL) return word;
    if (/^\d/.test(word) && !/\p{L}/u.test(word)) return NUMBER;
    return word.length > (/\d/.test(word) ? LONGEST_MIXED_WORD : LONGEST_WORD) ? UNKNOWN : word.replaceAll('’', "'");
  });
}
