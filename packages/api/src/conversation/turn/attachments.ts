import type { FilePart, Part, TextPart } from '@tandem/shared/message/parts';
import { noteOf, quoteOf, type Unread } from '../../ai/context/attachments.ts';
import { estimateText } from '../../ai/context/context.ts';
import { type FileText, pictureOfFile, textOfFile } from '../../content/file/file.service.ts';
import type { Platform } from '../../core/platform.ts';

/** Pictures of one request: providers take few more. */
const MAX_PICTURES = 20;
/** Characters of text for one token, more than of any language. */
const CHARACTERS_PER_TOKEN = 5;

export interface FileReader {
  platform: Platform;
  channelId: string;
  /** Whether the model can see pictures. */
  vision: boolean;
  /** Tokens of text files that are worth reading: older ones beyond it are only named. */
  room: number;
  /** Ends the waiting for files that are being read. */
  signal: AbortSignal;
}

/** A file whose text a model was given. */
export interface GivenFile {
  part: FilePart;
  read: Exclude<FileText, { unread: unknown }>;
}

/** Such files by their numbers in the conversation, from 1. */
export type GivenFiles = ReadonlyMap<number, GivenFile>;

/**
 * Inserts the text of files, and a note for what the model cannot read; visible pictures stay parts. Starts
 * with the newest messages, should there be too much.
 */
export async function withFiles<M extends { parts: Part[] }>(
  reader: FileReader,
  messages: readonly M[],
): Promise<{ messages: M[]; files: GivenFiles }> {
  let { room } = reader;
  let pictures = 0;
  const files = new Map<number, GivenFile>();
  // Numbers follow the conversation, so that a file keeps its own.
  const inOrder = messages.flatMap(({ parts }) => parts.filter((part) => part.type === 'file'));

  const asText = async (part: FilePart): Promise<TextPart> => {
    if (room <= 0) return told(part, 'tooMany');
    const read = await textOfFile(reader.platform, reader.channelId, part, {
      maxCharacters: room * CHARACTERS_PER_TOKEN,
      signal: reader.signal,
    });
    if ('unread' in read) return told(part, read.unread);
    const number = inOrder.indexOf(part) + 1;
    files.set(number, { part, read });
    const text = quoteOf(part, number, read);
    room -= estimateText(text);
    return { type: 'text', text };
  };
  const readable = async (part: Part): Promise<Part> => {
    if (part.type !== 'file') return part;
    if (!part.mediaType.startsWith('image/')) return asText(part);
    if (!reader.vision) return told(part, 'unseen');
    pictures += 1;
    return pictures > MAX_PICTURES ? told(part, 'tooMany') : part;
  };

  const newestFirst: M[] = [];
  for (const message of messages.toReversed()) {
    const parts: Part[] = [];
    for (const part of message.parts) parts.push(await readable(part));
    newestFirst.push({ ...message, parts });
  }
  return { messages: newestFirst.toReversed(), files };
}

/** Replaces the addresses of pictures, which no provider could read, by their content. */
export async function withPictures<M extends { parts: Part[] }>(
  { platform, channelId }: Pick<FileReader, 'platform' | 'channelId'>,
  messages: readonly M[],
): Promise<M[]> {
  const shown = async (part: Part): Promise<Part> => {
    if (part.type !== 'file') return part;
    const picture = await pictureOfFile(platform, channelId, part);
    if (!picture) return told(part, 'gone');
    const { mediaType, data } = picture;
    const url = `data:${mediaType};base64,${Buffer.from(data).toString('base64')}`;
    return { type: 'file', mediaType, url };
  };
  return Promise.all(
    messages.map(async (message) => ({ ...message, parts: await Promise.all(message.parts.map(shown)) })),
  );
}

function told(part: FilePart, why: Unread): TextPart {
  return { type: 'text', text: noteOf(part, why) };
}
