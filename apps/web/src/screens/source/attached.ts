import type { Citation } from '@tandem/shared/dataset/citation';
import type { Source } from '@tandem/shared/dataset/source';
import { fileIdOf } from '@tandem/shared/file/schema';
import type { FilePart } from '@tandem/shared/message/parts';
import { useSource } from '../../entities/dataset/queries.ts';
import { useMessages } from '../../entities/message/context.ts';

/** The file shown beside the chat: a source of it, or a file that was sent with one of its messages. */
export interface Readable {
  id: string;
  name: string;
  fileId: string;
  mediaType: string;
  /** Of its content; null for a file of a message, which never changes. */
  hash: string | null;
}

/** The file of a message of the chat by its id; null when none of those that are loaded has it. */
export function useAttached(fileId: string): FilePart | null {
  return useMessages(({ messages }) => {
    for (const { parts } of messages.values())
      for (const part of parts) if (part.type === 'file' && fileIdOf(part.url) === fileId) return part;
    return null;
  });
}

/** What an id of the address or of a tab stands for: a file of a message, or else a source of a dataset. */
export function useOpened(id: string | null) {
  const attached = useAttached(id ?? '');
  // Nobody knows of which of the two it is the id before there are messages to look in.
  const isKnown = useMessages(({ phase, messages }) => phase !== 'loading' || messages.size > 0);
  const { data: source, isError } = useSource(attached || !isKnown ? null : id);
  return { attached, source: attached ? undefined : source, isGone: !attached && isError && !source };
}

export function readableSource({ id, name, hash, file }: Source): Readable | null {
  return file && { id, name, hash, fileId: file.id, mediaType: file.mediaType };
}

export function readableFile(id: string, { filename, mediaType }: FilePart): Readable {
  return { id, name: filename ?? mediaType, fileId: id, mediaType, hash: null };
}

/** Whether a citation quotes this, whatever it contains now. */
export const isOf = ({ source }: Citation, { id }: Readable): boolean => source.id === id;

/** Whether what it quotes is still what is shown. */
export const isCurrent = (citation: Citation, { hash }: Readable): boolean =>
  hash === null || citation.hash === hash;
