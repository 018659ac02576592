import { keywordsOf } from './extract.ts';

/** Words by which a question refers to what was said before it. */
const REFERS =
  /\b(?:it|its|they|them|their|this|these|those|he|him|his|she|her|same|others|else)\b|^(?:and|but|so|why|how so|what about|how about|und|aber|oder|auch)\b|[它这那其他她]|呢[？?]?$/iu;
/** Key terms of a question that makes sense on its own. */
const ENOUGH = 2;
/** Key terms that are taken from the question before. */
const MAX_TAKEN = 6;

/** Kinds of terms of which a new one takes the place of the former. */
const KINDS: readonly RegExp[] = [
  /^(?:january|february|march|april|may|june|july|august|september|october|november|december|januar|februar|märz|mai|juni|juli|oktober|dezember|\d{1,2}月)$/iu,
  /^(?:monday|tuesday|wednesday|thursday|friday|saturday|sunday|montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonntag)$/iu,
  /^(?:spring|summer|autumn|fall|winter|frühling|sommer|herbst)$/iu,
  /^(?:19|20)\d\d$/u,
  /^(?=.*\d)(?=.*\p{L})[\p{L}\d-]+$/u,
];

/**
 * The key terms of the question before that a follow-up question refers to; none for one that makes sense on its own.
 * What it names anew, such as another month, takes the place of the former.
 */
export function termsBefore(question: string, before: string): string[] {
  const own = keywordsOf(question);
  const ownTerms = new Set(own);
  if (ownTerms.size >= ENOUGH && !REFERS.test(question.trim())) return [];
  const replaced = KINDS.filter((kind) => own.some((term) => kind.test(term)));
  return termsOf(before)
    .filter((term) => !ownTerms.has(term.toLowerCase()) && !replaced.some((kind) => kind.test(term)))
    .slice(0, MAX_TAKEN);
}

/**
 * Makes of a follow-up question a query that makes sense on its own, by the key terms of the question before.
 * @returns the question itself when it refers to nothing
 */
export function standaloneQuery(question: string, before: string): string {
  const taken = termsBefore(question, before);
  return taken.length === 0 ? question.trim() : [question.trim(), ...taken].join(' ');
}

/** The key terms of a question as it writes them: words, and runs of Chinese characters. */
function termsOf(text: string): string[] {
  const key = new Set(keywordsOf(text));
  const words = text.match(/\p{Script=Han}{2,}|[\p{Script=Latin}\p{N}][\p{Script=Latin}\p{N}'’-]+/gu) ?? [];
  return [...new Set(words.filter((word) => key.has(word.toLowerCase()) || /\p{Script=Han}/u.test(word)))];
}
