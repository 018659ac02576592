import type { PendingShare } from '@tandem/shared/grant/schema';
import type { Context } from '../../core/context.ts';
import { invitationLink } from '../invitation/token.ts';
import { pendingOn } from './invite.repo.ts';

/** The addresses that will have access to a target when they join, each with the link of its invitation. */
export async function listPending(
  { db, platform }: Pick<Context, 'db' | 'platform'>,
  targetId: string,
): Promise<PendingShare[]> {
  const pending = await pendingOn(db, targetId);
  return pending.map((each) => ({ ...each, link: invitationLink(platform, each.invitationId) }));
}
