import type { MeLiveEvent } from '@tandem/shared/live/events';
import { cached } from '../../lib/trpc.ts';

/** Shows an invitation as soon as its event arrives. */
export function applyInvitationNews(event: MeLiveEvent): void {
  if (event.type === 'notice' && event.notice.kind === 'invitation') void cached.invitation.mine.invalidate();
}
