/** Scripts without spaces between words in which people count the characters. */
const COUNTED_SINGLY = String.raw`\p{scx=Han}\p{scx=Hira}\p{scx=Kana}`;
/** Scripts without spaces between words in which only a dictionary finds them. */
const OF_A_DICTIONARY = String.raw`\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}`;
/** Scripts that put no space between words, for a class of a regular expression with the flag `u`. */
export const UNSPACED = `${COUNTED_SINGLY}${OF_A_DICTIONARY}`;

const LETTERS = String.raw`(?:(?![${UNSPACED}])[\p{L}\p{N}\p{M}_])+`;
/** Every character is in one of these, so that none gets lost. */
const TOKEN = new RegExp(
  String.raw`[${OF_A_DICTIONARY}]+|[${COUNTED_SINGLY}]|${LETTERS}(?:['’]${LETTERS})*|[^\S\n]+|[^]`,
  'gu',
);
const IS_OF_A_DICTIONARY = new RegExp(`^[${OF_A_DICTIONARY}]{2}`, 'u');
const IS_WORD = /[\p{L}\p{N}]/u;

const dictionary = new Intl.Segmenter('und', { granularity: 'word' });

/** The words of a text and what stands between them, in order; joined they are the text again. */
export function* eachToken(text: string): Generator<string> {
  for (const [token] of text.matchAll(TOKEN)) {
    if (!IS_OF_A_DICTIONARY.test(token)) yield token;
    else for (const { segment } of dictionary.segment(token)) yield segment;
  }
}

/** The same as a list. */
export function tokensOf(text: string): string[] {
  return [...eachToken(text)];
}

/** Whether a token is a word and not what stands between words. */
export function isWord(token: string): boolean {
  return IS_WORD.test(token);
}

/** How many words a text has, as people count them: Chinese and Japanese by the character. */
export function countWords(text: string): number {
  let count = 0;
  for (const token of eachToken(text)) if (isWord(token)) count += 1;
  return count;
}
