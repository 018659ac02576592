import type { FilePart, Part, TextPart } from '@tandem/shared/message/parts';
import { noteOf, quoteOf, type Unread } from '../../ai/context/attachments.ts';
import { estimateText } from '../../ai/context/context.ts';
import { pictureOfFile, textOfFile } from '../../content/file/file.service.ts';
import type { Platform } from '../../core/platform.ts';

/** Pictures of one request: providers take few more. */
const MAX_PICTURES = 20;
/** Types that are read as text. */
const TEXT = /^text\/|^application\/json$/;

export interface FileReader {
  platform: Platform;
  channelId: string;
  /** Whether the model sees pictures. */
  vision: boolean;
  /** Tokens of text files that are worth reading: older ones beyond it are only named. */
  room: number;
}

/**
 * Puts the text of files in their place, and a note in place of what the model cannot take; pictures that it sees stay
 * parts of their own. The newest messages come first, should there be too much.
 */
export async function withFiles<M extends { parts: Part[] }>(
  reader: FileReader,
  messages: readonly M[],
): Promise<M[]> {
  let { room } = reader;
  let pictures = 0;

  const asText = async (part: FilePart): Promise<TextPart> => {
    if (room <= 0) return told(part, 'tooMany');
    const read = await textOfFile(reader.platform, reader.channelId, part);
    if (!read) return told(part, 'gone');
    const text = quoteOf(part, read);
    room -= estimateText(text);
    return { type: 'text', text };
  };
  const readable = async (part: Part): Promise<Part> => {
    if (part.type !== 'file') return part;
    if (TEXT.test(part.mediaType)) return asText(part);
    if (!part.mediaType.startsWith('image/')) return told(part, 'unreadable');
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
  return newestFirst.toReversed();
}

/** Pictures with their bytes in place of their address, which no provider could read. */
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
