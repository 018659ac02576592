import { keywordsOf } from './extract.ts';

/** Words by which a question refers to what was said before it. */
const REFERS =
  /\b(?:it|its|they|them|their|this|these|those|he|him|his|she|her|same|others|else)\b|^(?:and|but|so|why|how so|what about|how about)\b|[它这那其他她]|呢[？?]?$/iu;
/** Key terms of a question that makes sense on its own. */
const ENOUGH = 2;
/** Key terms that are taken from the question before. */
const MAX_TAKEN = 6;

/**
 * Makes of a follow-up question a query that makes sense on its own, by the key terms of the question before.
 * @returns the question itself when it refers to nothing
 */
export function standaloneQuery(question: string, before: string): string {
  const own = new Set(keywordsOf(question));
  if (own.size >= ENOUGH && !REFERS.test(question.trim())) return question;
  const taken = termsOf(before).filter((term) => !own.has(term.toLowerCase()));
  return [question.trim(), ...taken.slice(0, MAX_TAKEN)].join(' ').trim();
}

/** The key terms of a question as it writes them: words, and runs of Chinese characters. */
function termsOf(text: string): string[] {
  const key = new Set(keywordsOf(text));
  const words = text.match(/\p{Script=Han}{2,}|[\p{Script=Latin}\p{N}][\p{Script=Latin}\p{N}'’-]+/gu) ?? [];
  return [...new Set(words.filter((word) => key.has(word.toLowerCase()) || /\p{Script=Han}/u.test(word)))];
}
