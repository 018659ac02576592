import type {
  AppHit,
  AssistantHit,
  ChannelHit,
  CommentHit,
  DocumentHit,
  MessageHit,
  PersonHit,
} from '@tandem/shared/search/schema';
import { searchedTextOf } from '../../content/search/index.ts';
import type { FoundComment } from './comments.repo.ts';
import type { FoundDocument } from './documents.repo.ts';
import { excerptOf } from './excerpt.ts';
import type { FoundMessage } from './messages.repo.ts';
import type { AppNameRow, AssistantNameRow, ChannelNameRow, PersonNameRow } from './names.repo.ts';

/** An app that was found. */
export function presentApp({ id, name, icon, type, spaceName }: AppNameRow): AppHit {
  return { kind: 'app', id, title: name, path: [spaceName], type, icon };
}

/** A channel that was found, with the names above it. */
export function presentChannel(row: ChannelNameRow, path: string[]): ChannelHit {
  const { id, name, icon, kind, appId, appType, activeAt, archivedAt } = row;
  return {
    kind: 'channel',
    id,
    title: name,
    path,
    appId,
    appType,
    channelKind: kind,
    icon,
    activeAt,
    archived: archivedAt !== null,
  };
}

/** An assistant that was found. */
export function presentAssistant(row: AssistantNameRow): AssistantHit {
  const { id, name, avatar, appId, appType, appName } = row;
  return {
    kind: 'assistant',
    id,
    title: name,
    path: appName === null ? [] : [appName],
    appId,
    appType,
    avatar,
  };
}

/** A person that was found. */
export function presentPerson({ id, name, avatar, email, role }: PersonNameRow): PersonHit {
  return { kind: 'person', id, title: name, path: [], avatar, email, role };
}

/** @param path of the message's channel */
export async function presentFound(row: FoundMessage, path: string[], query: string): Promise<MessageHit> {
  const { id, seq, channelId, channelName, channelIcon, appId, appType, createdAt, isAssistant } = row;
  return {
    kind: 'message',
    id,
    title: channelName,
    path,
    channelId,
    appId,
    appType,
    icon: channelIcon,
    seq,
    author: {
      name: (isAssistant ? row.assistantName : row.authorName) ?? '',
      avatar: (isAssistant ? row.assistantAvatar : row.authorAvatar) ?? '',
      isAssistant,
    },
    excerpt: await excerptOf(searchedTextOf(row.parts), query),
    createdAt,
  };
}

/**
 * @param path of the document's channel
 * @param text of the document
 */
export async function presentDocument(
  { name, at: _at, ...row }: FoundDocument,
  path: string[],
  { text, query }: { text: string; query: string },
): Promise<DocumentHit> {
  return { kind: 'document', ...row, title: name, path, excerpt: await excerptOf(text, query) };
}

/** @param path of the document's channel */
export async function presentComment(
  { at: _at, text, documentName, authorName, authorAvatar, ...row }: FoundComment,
  path: string[],
  query: string,
): Promise<CommentHit> {
  const author = { name: authorName ?? '', avatar: authorAvatar ?? '' };
  return {
    kind: 'comment',
    ...row,
    title: documentName,
    path,
    author,
    excerpt: await excerptOf(text, query),
  };
}
