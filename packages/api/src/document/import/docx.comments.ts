import { attributeOf } from './docx.marks.ts';

/** A comment of a Word document. */
export interface DocxComment {
  id: string;
  /** Its author, time and text; '' where the file has none. */
  text: string;
  /** Index of the comment it replies to; null when it starts a discussion. */
  answers: number | null;
  isDone: boolean;
}

/** Output of mammoth for a part of a document. */
interface Read {
  type: string;
  value?: string;
  altText?: string | null;
  children?: readonly Read[];
}

/** A comment as read by mammoth. */
export interface ReadComment {
  commentId: string;
  body: readonly Read[];
  authorName: string | null;
}

const MAX_AUTHOR = 100;
const TAG =
  /<(\/?)(?:[\w.-]{1,40}:)?(comment|p|commentEx)(?=[\s/>])((?:"[^"<]*"|'[^'<]*'|[^<>"']){0,1000})>/gu;

/** Metadata of a comment that mammoth omits: its time, and the id that replies refer to. */
interface About {
  day: string;
  mark: string;
}

/**
 * Returns the comments of a Word document, and the number of further ones that could not be read.
 * @param read by mammoth
 * @param parts XML of the comment parts; '' where missing
 */
export function docxComments(
  read: readonly ReadComment[],
  parts: { comments: string; extended: string },
): { list: DocxComment[]; unread: number } {
  const abouts = aboutsIn(parts.comments);
  const links = linksIn(parts.extended);
  // Matched by position: ids may repeat. Where the two readings differ, no metadata is used.
  const isSame = abouts.length === read.length;
  const byMark = new Map(isSame ? abouts.map(({ mark }, at) => [mark, at]) : []);
  const above = read.map((_, at) => {
    const mark = links.get(abouts[at]?.mark ?? '')?.above ?? '';
    return mark === '' ? null : (byMark.get(mark) ?? null);
  });
  const list = read.map(({ commentId, body, authorName }, at): DocxComment => {
    const about = isSame ? abouts[at] : undefined;
    return {
      id: commentId,
      text: sentence({ author: authorName ?? '', day: about?.day ?? '', words: wordsOf(body) }),
      answers: topOf(at, above),
      isDone: links.get(about?.mark ?? '')?.isDone ?? false,
    };
  });
  return { list, unread: Math.max(0, abouts.length - read.length) };
}

function sentence({ author, day, words }: { author: string; day: string; words: string }): string {
  if (words === '') return '';
  const name = author.replaceAll(/\s+/gu, ' ').trim().slice(0, MAX_AUTHOR);
  const who = [name, name !== '' && day !== '' ? `(${day})` : day].filter((part) => part !== '').join(' ');
  return (who === '' ? words : `${who}: ${words}`).replaceAll('\0', '').toWellFormed();
}

function aboutsIn(xml: string): About[] {
  const abouts: About[] = [];
  for (const [, slash, name, attributes = ''] of xml.matchAll(TAG)) {
    if (slash) continue;
    const last = abouts.at(-1);
    if (name === 'comment') {
      const day = /^\d{4}-\d\d-\d\d(?=T|$)/u.exec(attributeOf(attributes, 'date') ?? '')?.[0] ?? '';
      abouts.push({ day, mark: '' });
      // Its last paragraph bears the mark.
    } else if (name === 'p' && last) last.mark = attributeOf(attributes, 'paraId') ?? '';
  }
  return abouts;
}

function linksIn(xml: string): Map<string, { above: string; isDone: boolean }> {
  const links = new Map<string, { above: string; isDone: boolean }>();
  for (const [, , name, attributes = ''] of xml.matchAll(TAG)) {
    const mark = name === 'commentEx' ? attributeOf(attributes, 'paraId') : null;
    if (mark === null || mark === '') continue;
    const isDone = /^(?:1|true)$/u.test(attributeOf(attributes, 'done') ?? '');
    links.set(mark, { above: attributeOf(attributes, 'paraIdParent') ?? '', isDone });
  }
  return links;
}

/** Returns the comment that starts a reply's discussion; null for itself, and in a cycle. */
function topOf(at: number, above: readonly (number | null)[]): number | null {
  const seen = new Set([at]);
  let top = at;
  for (let next = above[top] ?? null; next !== null; next = above[top] ?? null) {
    if (seen.has(next)) return null;
    seen.add(next);
    top = next;
  }
  return top === at ? null : top;
}

/** The text of a comment, a line for each paragraph. */
function wordsOf(body: readonly Read[]): string {
  return body
    .map(textOf)
    .join('')
    .replaceAll(/\n{3,}/gu, '\n\n')
    .trim();
}

function textOf({ type, value = '', altText, children = [] }: Read): string {
  if (type === 'text') return value;
  if (type === 'tab') return '\t';
  if (type === 'break') return '\n';
  if (type === 'image') return `🖼 ${altText ?? ''}`.trim();
  const text = children.map(textOf).join('');
  return type === 'paragraph' ? `${text}\n` : text;
}
