import type { MeLiveEvent } from '@tandem/shared/live/events';
import { applyNoticeEvent } from '../../features/notice/store.ts';
import { applyInvitationNews } from '../../features/team/news.ts';

/** Hands what concerns the person alone to the features that show it. */
export function applyNews(event: MeLiveEvent): void {
  applyNoticeEvent(event);
  applyInvitationNews(event);
}
