import { buffer } from 'node:stream/consumers';
import type { FilePart } from '../../ai/tools/agent/types.ts';
import { ToolError } from '../../ai/tools/types.ts';
import { pagesOfKept } from '../../content/file/kept-pages.ts';
import { HEAD_BYTES, kindOf } from '../../content/file/kind.ts';
import type { Entries, FileEntry } from '../files/entries.ts';
import { pathsUnder } from '../files/entries.ts';
import { readContent, readText } from '../files/workspace.ts';
import { jsonLength } from './bounded-text.ts';
import type { AgentPlace } from './place.ts';
import type { Seen } from './seen.ts';
import { inSentences, judgedPath } from './sentence.ts';

/** Characters of one answer as JSON writes them, and of one line. */
const MAX_CHARACTERS = 24_000;
const MAX_LINE = 2_000;
/** Pages of one answer. */
const MAX_PAGES = 50;

/** Reads a part of a file for a model. @throws ToolError */
export async function readFile(
  place: AgentPlace,
  seen: Seen,
  asked: string,
  part: { from: number; limit: number },
  signal: AbortSignal,
): Promise<FilePart> {
  const path = judgedPath(asked);
  const entry = entryAt((await place.files.newest()).entries, path);
  return inSentences(async () => {
    const text = await readText(place, entry);
    // Some are written in letters alone.
    if (text === null || text.startsWith('%PDF-')) return otherFile(place, path, entry, part, signal);
    seen.read(path, entry.hash);
    return { path, ...linesOf(text, part) };
  });
}

/** The file at a judged path. @throws ToolError that names similar ones */
export function entryAt(entries: Entries, path: string): FileEntry {
  const entry = entries.get(path);
  if (entry) return entry;
  if (pathsUnder(entries, path).length > 0) throw new ToolError(`${path} is a folder.`);
  const name = path.slice(path.lastIndexOf('/') + 1).toLowerCase();
  const similar = [...entries.keys()].filter((each) => each.toLowerCase().endsWith(name)).slice(0, 5);
  const hint = similar.length > 0 ? ` There is ${similar.join(', ')}.` : '';
  throw new ToolError(`There is no file ${path}.${hint}`);
}

/** Lines of a text with their numbers. */
export function linesOf(
  text: string,
  { from, limit }: { from: number; limit: number },
): Pick<FilePart, 'content' | 'total' | 'next'> {
  const lines = text.split('\n');
  // What ends with a line break has no line after it.
  if (lines.at(-1) === '') lines.pop();
  const shown: string[] = [];
  let characters = 0;
  for (const [index, line] of lines.slice(from - 1, from - 1 + limit).entries()) {
    const cut = line.length > MAX_LINE ? `${line.slice(0, MAX_LINE)}… (the line goes on)` : line;
    const numbered = `${from + index}\t${cut.replace(/\r$/, '').toWellFormed()}`;
    characters += jsonLength(numbered);
    if (shown.length > 0 && characters > MAX_CHARACTERS) break;
    shown.push(numbered);
  }
  const next = from + shown.length;
  const rest = { total: lines.length, ...(next <= lines.length && shown.length > 0 && { next }) };
  if (lines.length === 0) return { content: '(The file is empty.)', ...rest };
  if (shown.length === 0) return { content: `(It ends with line ${lines.length}.)`, ...rest };
  return { content: shown.join('\n'), ...rest };
}

/** What is no text, or too long: pages of documents, and of others what it is. */
async function otherFile(
  place: AgentPlace,
  path: string,
  entry: FileEntry,
  { from, limit }: { from: number; limit: number },
  signal: AbortSignal,
): Promise<FilePart> {
  const end = Math.min(entry.size, HEAD_BYTES) - 1;
  const head = await buffer(await readContent(place, entry, { start: 0, end }));
  const isText = !head.includes(0) && isUtf8(head);
  const { mediaType, width, height } = await kindOf(head, isText, path).catch(() => ({
    ...{ mediaType: 'application/octet-stream', width: null, height: null },
  }));
  const size = `${entry.size.toLocaleString('en')} bytes`;
  if (isText && mediaType !== 'application/pdf')
    return told(path, `This is text of ${size}, too long to be read here: search in it, or run a command.`);
  if (width !== null && height !== null)
    return told(path, `This is a picture (${mediaType}, ${width} × ${height} pixels, ${size}).`);
  const file = { hash: entry.hash, mediaType, name: path, uploaderId: place.userId };
  const range = { from, limit: Math.min(limit, MAX_PAGES) };
  const read = await pagesOfKept(place.platform, file, range, signal);
  if ('unread' in read) {
    const why = read.unread === 'unreadable' ? '' : ` Its text could not be read: ${read.unread}.`;
    return told(path, `This is no text (${mediaType}, ${size}).${why}`);
  }
  const shown: string[] = [];
  let characters = 0;
  for (const { index, label, text } of read.pages) {
    const page = `[page ${index}${label && label !== `${index}` ? `, ${label}` : ''}]\n${text}`;
    const room = MAX_CHARACTERS - characters;
    characters += jsonLength(page);
    if (shown.length > 0 && room < jsonLength(page)) break;
    shown.push(room < jsonLength(page) ? page.slice(0, room).toWellFormed() : page);
  }
  const total = read.total ?? from + read.pages.length - 1;
  const next = from + shown.length;
  return {
    ...{ path, content: shown.join('\n\n') || `(It ends with page ${total}.)`, total },
    ...(next <= total && shown.length > 0 && { next }),
  };
}

function told(path: string, content: string): FilePart {
  return { path, content, total: 0 };
}

function isUtf8(head: Buffer): boolean {
  try {
    // The end of the head may cut a character.
    new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: true });
    return true;
  } catch {
    return false;
  }
}
