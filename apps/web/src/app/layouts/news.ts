import type { MeLiveEvent } from '@tandem/shared/live/events';
import { applyMentionEvent } from '../../entities/notice/mentions.ts';
import { applyNoticeEvent } from '../../entities/notice/store.ts';
import { applyInvitationNews } from '../../entities/team/news.ts';

/** Hands what concerns the person alone to the features that show it. */
export function applyNews(event: MeLiveEvent): void {
  applyNoticeEvent(event);
  applyMentionEvent(event);
  applyInvitationNews(event);
}
