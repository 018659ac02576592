import { plainAt } from '@tandem/shared/message/at';
import type { Mention, MentionInput } from '@tandem/shared/message/schema';
import { hasSpelling } from '@tandem/shared/search/spelt';
import { fold } from '@tandem/shared/search/words';
import { type FitName, fitOf } from '../../../lib/spelling.ts';

/** A person or assistant that can be mentioned. */
export type Candidate =
  | { type: 'user'; id: number; name: string; avatar: string }
  | { type: 'assistant'; id: string; name: string; avatar: string };

/** The mention being typed at the caret: from the `@` at `start` to the caret. */
export interface Typed {
  start: number;
  query: string;
}

/** A name is looked for over this many characters at most; a line break ends it. */
const MAX_NAME = 40;

/** The name being written right before the caret; null where none is. */
export function typedAt(text: string, caret: number): Typed | null {
  const before = text.slice(Math.max(0, caret - MAX_NAME - 1), caret);
  const at = plainAt(before).lastIndexOf('@');
  if (at < 0) return null;
  const query = before.slice(at + 1);
  const previous = before[at - 1];
  // An address of mail is no name.
  if (previous !== undefined && /[\w.+-]/.test(previous)) return null;
  if (query.includes('\n') || /^\s/.test(query) || / {2}/.test(query)) return null;
  return { start: caret - query.length - 1, query };
}

/**
 * Candidates whose name, or a word of it, starts with the query, or is spelt so; among equal matches
 * assistants come first.
 */
export function matching(candidates: readonly Candidate[], query: string, fit?: FitName): Candidate[] {
  const wanted = fold(query);
  const rank = ({ name }: Candidate) => {
    const own = fold(name);
    if (own.startsWith(wanted)) return 0;
    if (own.split(/\s+/).some((word) => word.startsWith(wanted))) return 1;
    if (own.includes(wanted)) return 2;
    // A space starts another word, which matches only once it has a letter.
    const spelt = hasSpelling(name) && !wanted.endsWith(' ') ? fitOf(name, wanted, fit) : null;
    return spelt === null ? 3 : spelt === 0 ? 1 : 2;
  };
  return candidates
    .map((candidate) => ({ candidate, rank: rank(candidate) }))
    .filter(({ rank: own }) => own < 3)
    .sort((a, b) => a.rank - b.rank)
    .map(({ candidate }) => candidate);
}

/** The text with the name in place of the typed query, and the new caret position. */
export function insertMention(
  text: string,
  { start, query }: Typed,
  name: string,
): { text: string; caret: number } {
  const after = text.slice(start + 1 + query.length);
  const words = `@${name}${/^[\s.,;:!?)]/.test(after) ? '' : ' '}`;
  return { text: text.slice(0, start) + words + after, caret: start + words.length };
}

/** The candidates that a text mentions, to be stored with the message. */
export function mentionsOf(text: string, candidates: readonly Candidate[]): MentionInput[] {
  const plain = plainAt(text);
  if (!plain.includes('@')) return [];
  return candidates
    .filter(({ name }) => standsIn(plain, name))
    .slice(0, 50)
    .map((each) =>
      each.type === 'user' ? { type: 'user', userId: each.id } : { type: 'assistant', assistantId: each.id },
    );
}

/** Whether a text contains `@name`, and not only as the start of a longer word. */
function standsIn(text: string, name: string): boolean {
  for (let at = text.indexOf(`@${name}`); at >= 0; at = text.indexOf(`@${name}`, at + 1)) {
    const next = text[at + name.length + 1];
    if (next === undefined || !/[A-Za-z0-9_]/.test(next)) return true;
  }
  return false;
}

/** A piece of a text: plain text or a mentioned name. */
export type Stretch = { text: string; mention: Mention | null };

/** Splits a text at its mentions. */
export function cutAtMentions(text: string, mentions: readonly Mention[]): Stretch[] {
  if (mentions.length === 0) return [{ text, mention: null }];
  // If two names start alike, the longer one matches.
  const longestFirst = [...mentions].sort((a, b) => b.name.length - a.name.length);
  const stretches: Stretch[] = [];
  const plain = plainAt(text);
  let rest = 0;
  for (let at = plain.indexOf('@'); at >= 0; at = plain.indexOf('@', at + 1)) {
    const mention = longestFirst.find(({ name }) => text.startsWith(name, at + 1));
    if (!mention || at < rest) continue;
    if (at > rest) stretches.push({ text: text.slice(rest, at), mention: null });
    rest = at + 1 + mention.name.length;
    stretches.push({ text: text.slice(at, rest), mention });
  }
  if (rest < text.length) stretches.push({ text: text.slice(rest), mention: null });
  return stretches;
}
