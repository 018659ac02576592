import { plainAt } from '@tandem/shared/message/at';
import type { Mention, MentionInput } from '@tandem/shared/message/schema';
import { hasSpelling } from '@tandem/shared/search/spelt';
import { fold } from '@tandem/shared/search/words';
import { type FitName, fitOf } from '../../../lib/spelling.ts';

/** Somebody who can be named where one writes. */
export type Candidate =
  | { type: 'user'; id: number; name: string; avatar: string }
  | { type: 'assistant'; id: string; name: string; avatar: string };

/** The name that is being written at the caret: from the `@` at `start`, as far as it is there. */
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
 * Those whose name, or a word of it, begins with what is written, or is spelt so; of those that fit alike assistants
 * come first.
 */
export function matching(candidates: readonly Candidate[], query: string, fit?: FitName): Candidate[] {
  const wanted = fold(query);
  const rank = ({ name }: Candidate) => {
    const own = fold(name);
    if (own.startsWith(wanted)) return 0;
    if (own.split(/\s+/).some((word) => word.startsWith(wanted))) return 1;
    if (own.includes(wanted)) return 2;
    // Behind a space another word begins, which is no more of a name until a letter of it is there.
    const spelt = hasSpelling(name) && !wanted.endsWith(' ') ? fitOf(name, wanted, fit) : null;
    return spelt === null ? 3 : spelt === 0 ? 1 : 2;
  };
  return candidates
    .map((candidate) => ({ candidate, rank: rank(candidate) }))
    .filter(({ rank: own }) => own < 3)
    .sort((a, b) => a.rank - b.rank)
    .map(({ candidate }) => candidate);
}

/** The text with a name in the place of what was typed of it, and where the caret stands then. */
export function insertMention(
  text: string,
  { start, query }: Typed,
  name: string,
): { text: string; caret: number } {
  const after = text.slice(start + 1 + query.length);
  const words = `@${name}${/^[\s.,;:!?)]/.test(after) ? '' : ' '}`;
  return { text: text.slice(0, start) + words + after, caret: start + words.length };
}

/** Whom a text names, of those who can be: what the server is asked to keep. */
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

/** Whether `@name` stands in a text and is not only the beginning of a longer word. */
function standsIn(text: string, name: string): boolean {
  for (let at = text.indexOf(`@${name}`); at >= 0; at = text.indexOf(`@${name}`, at + 1)) {
    const next = text[at + name.length + 1];
    if (next === undefined || !/[A-Za-z0-9_]/.test(next)) return true;
  }
  return false;
}

/** A stretch of a text: words, or the name of somebody. */
export type Stretch = { text: string; mention: Mention | null };

/** A text cut where it names somebody. */
export function cutAtMentions(text: string, mentions: readonly Mention[]): Stretch[] {
  if (mentions.length === 0) return [{ text, mention: null }];
  // Of two that begin alike the longer is meant.
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
