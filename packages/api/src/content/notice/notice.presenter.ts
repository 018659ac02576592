import { withoutCitationNumbers } from '@tandem/shared/dataset/citation';
import { withoutCitations } from '@tandem/shared/document/citation';
import type { Notice } from '@tandem/shared/notice/schema';
import type { NoticeView } from './view.repo.ts';

/** Longest excerpt, in characters. */
const MAX_EXCERPT = 160;

/** A notice as its person gets it. */
export function presentNotice(view: NoticeView): Notice {
  const { id, kind, messageId, invitationId, discussionId, blockId, createdAt, readAt } = view;
  return {
    id,
    kind,
    team: { id: view.teamId, name: view.teamName },
    actor:
      view.actorId === null
        ? null
        : { id: view.actorId, name: view.actorName ?? '', avatar: view.actorAvatar ?? '' },
    app:
      view.appId === null || view.appType === null
        ? null
        : { id: view.appId, name: view.appName ?? '', type: view.appType },
    channel: view.channelId === null ? null : { id: view.channelId, name: view.channelName ?? '' },
    messageId,
    invitationId,
    discussionId,
    blockId,
    excerpt: excerptOf(view.excerpt ?? '', view.isCut ?? false),
    createdAt,
    readAt,
  };
}

/** Returns one line of a text, cut between words where it is too long. */
export function excerptOf(text: string, isCut: boolean): string {
  // The cut may have split a character.
  const line = withoutCitationNumbers(withoutCitations(text))
    .toWellFormed()
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .trim();
  // The first word may be cut.
  const begun = isCut ? `…${line.slice(Math.max(0, line.indexOf(' ')))}` : line;
  if (begun.length <= MAX_EXCERPT) return begun;
  const cut = begun.slice(0, MAX_EXCERPT - 1).replace(/[\uD800-\uDBFF]$/, '');
  const end = cut.lastIndexOf(' ');
  return `${end > MAX_EXCERPT / 2 ? cut.slice(0, end) : cut}…`;
}
