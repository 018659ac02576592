import type { MeLiveEvent } from '@tandem/shared/live/events';
import { applyMentionEvent } from '../../features/notice/mentions.ts';
import { applyNoticeEvent } from '../../features/notice/store.ts';
import { applyInvitationNews } from '../../features/team/news.ts';

/** Hands what concerns the person alone to the features that show it. */
export function applyNews(event: MeLiveEvent): void {
  applyNoticeEvent(event);
  applyMentionEvent(event);
  applyInvitationNews(event);
}
