import type { MeLiveEvent } from '@tandem/shared/live/events';
import { queryClient } from '../../lib/query-client.ts';
import { trpc } from '../../lib/trpc.ts';

/** Shows an invitation as soon as the reader is told of it. */
export function applyInvitationNews(event: MeLiveEvent): void {
  if (event.type === 'notice' && event.notice.kind === 'invitation')
    void queryClient.invalidateQueries({ queryKey: trpc.invitation.mine.queryKey() });
}
