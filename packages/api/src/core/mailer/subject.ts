/** Signs that turn the direction of writing, with which a name could pretend to be another part of the line. */
const TURNS = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/gu;
/** Maximum bytes of text per encoded word: with its frame and the header's name it fits a line of 76. */
const MAX_WORD_BYTES = 39;

/**
 * Formats a subject as a header: one line, whatever names it quotes. A name may look like an encoded word
 * (`=?utf-8?B?…?=`), which a mail program would decode to something nobody here saw; such a subject is
 * encoded completely, so that it is read as written.
 */
export function subjectLine(subject: string): string {
  const line = subject
    .toWellFormed()
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .replaceAll(TURNS, '')
    .trim();
  return line.includes('=?') ? encodedWords(line) : line;
}

function encodedWords(line: string): string {
  const words: string[] = [];
  let word = '';
  for (const character of line) {
    if (Buffer.byteLength(word + character) > MAX_WORD_BYTES) {
      words.push(word);
      word = '';
    }
    word += character;
  }
  words.push(word);
  return words.map((each) => `=?UTF-8?B?${Buffer.from(each).toString('base64')}?=`).join(' ');
}
