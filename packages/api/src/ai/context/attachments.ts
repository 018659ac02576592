import type { FilePart } from '@tandem/shared/message/parts';

/**
 * How files stand in what a model reads when they are not pictures that it sees: always a text of its own, which
 * begins with one of these marks.
 */
const NOTE = '[Attached: ';
const TEXT = '<file name=';

/** Why a file is only named. */
export type Unread = 'unseen' | 'unreadable' | 'gone' | 'tooMany';

const because: Record<Unread, string> = {
  unseen: 'You cannot see pictures; say so if the answer depends on it.',
  unreadable: 'Its content is not given to you; say so if the answer depends on it.',
  gone: 'It could not be read; say so if the answer depends on it.',
  tooMany: 'It is left out here because there is too much before it.',
};

/** A line in place of a file that the model does not get, with what is known of it. */
export function noteOf(part: FilePart, why: Unread): string {
  const { width, height } = part;
  const facts = [
    part.mediaType,
    ...(width && height ? [`${width} × ${height} pixels`] : []),
    ...(part.size === undefined ? [] : [sizeInWords(part.size)]),
  ];
  return `${NOTE}${nameOf(part)} (${facts.join(', ')}). ${because[why]}]`;
}

/** A text file as the model reads it: between marks, so that what it says is not taken for the person's words. */
export function quoteOf(part: FilePart, { text, isWhole }: { text: string; isWhole: boolean }): string {
  const cut = isWhole ? '' : '\n[The file goes on beyond this.]';
  return `${TEXT}${nameOf(part)}>\n${text.replaceAll('</file>', '<\\/file>')}${cut}\n</file>`;
}

/** The name of the file that such a text stands for; null for every other text. */
export function attachedIn(text: string): string | null {
  const quoted = /^(?:\[Attached: |<file name=)"((?:[^"\\]|\\.){0,400})"/.exec(text)?.[1];
  return quoted === undefined ? null : quoted.replace(/\\(.)/g, '$1');
}

function nameOf({ filename, mediaType }: FilePart): string {
  return JSON.stringify((filename ?? mediaType).replace(/[<>[\]\r\n]/g, ' '));
}

function sizeInWords(bytes: number): string {
  if (bytes < 1_000) return `${bytes} bytes`;
  return bytes < 1_000_000 ? `${Math.round(bytes / 1_000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}
