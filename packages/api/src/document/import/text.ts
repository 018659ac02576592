import type { Root, RootContent } from 'mdast';
import { readHtml } from '../convert/html.ts';
import { textOf } from '../convert/inline.read.ts';
import { readMarkdown } from '../convert/markdown.ts';
import type { ReadComments } from './comments.ts';
import type { CommentMarks } from './docx.marks.ts';
import { htmlOfDocx } from './docx.ts';
import { readMatter } from './front-matter.ts';
import { isCut, titleFrom } from './names.ts';

export type ImportFormat = 'markdown' | 'html' | 'docx';

/** A parsed file: its title and body. */
export interface ReadText {
  root: Root;
  /** Undefined when not stated; '' when stated as empty. */
  title: string | undefined;
  icon: string;
  /** Names of other front matter keys. */
  others: string[];
  /** Its comments; null for formats without any. */
  comments: ReadComments | null;
  /** The heading that became the title, as read; '' for none. */
  heading: string;
  /** The whole title where that is longer than titles are, and the text does not say it. */
  cutTitle: string | null;
}

/**
 * @throws Error when it is not text, ImportProblem when it is not a Word document, WorkerRefusal when it
 * nests too deeply
 */
export async function readFileText(bytes: Uint8Array, format: ImportFormat): Promise<ReadText> {
  if (format === 'markdown') {
    const { title, icon = '', others, body } = readMatter(decoded(bytes));
    return { ...headed(readMarkdown(body), title), icon, others, comments: null };
  }
  const { html, comments } =
    format === 'docx' ? await htmlOfDocx(bytes) : { html: decoded(bytes, charsetIn(bytes)), comments: null };
  return { ...headed(readHtml(html), undefined, comments?.marks), icon: '', others: [], comments };
}

/** Takes the first heading as the title, unless another is given; a truncated one stays whole in the text. */
function headed(
  root: Root,
  given: string | undefined,
  marks?: CommentMarks,
): Pick<ReadText, 'root' | 'title' | 'cutTitle' | 'heading'> {
  const [first, ...rest] = root.children as RootContent[];
  const isHeading = first?.type === 'heading' && first.depth === 1;
  const heading = isHeading ? textOf(first.children) : '';
  const words = (marks?.takenFrom(heading).text ?? heading).trim();
  if (given === '') return { root, title: '', cutTitle: null, heading: '' };
  const title = titleFrom(given ?? words);
  const isSaid = words !== '' && title === titleFrom(words) && title === words.replaceAll(/\s+/gu, ' ');
  const cutTitle = given !== undefined && isCut(given) && given.trim() !== words ? given : null;
  return {
    root: isSaid ? { ...root, children: rest } : root,
    title: title === '' ? undefined : title,
    cutTitle,
    heading: isSaid ? heading : '',
  };
}

/** Text in the encoding that its first bytes tell, or else in `charset`. */
function decoded(bytes: Uint8Array, charset = 'utf-8'): string {
  const [a, b] = bytes;
  const marked = a === 0xff && b === 0xfe ? 'utf-16le' : a === 0xfe && b === 0xff ? 'utf-16be' : charset;
  return new TextDecoder(marked, { fatal: true }).decode(bytes).replaceAll('\0', '').toWellFormed();
}

/** Returns the encoding a page declares. */
function charsetIn(bytes: Uint8Array): string {
  const head = Buffer.from(bytes.subarray(0, 2_048)).toString('latin1');
  const [, name = 'utf-8'] = /<meta[^>]{0,200}charset\s*=\s*["']?([\w-]{1,40})/iu.exec(head) ?? [];
  return name;
}
