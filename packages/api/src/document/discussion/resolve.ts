import { transaction } from '@tandem/db';
import type { DiscussionChange } from '@tandem/shared/discussion/schema';
import type { LoadedChannel } from '../../access/policy/access.rules.ts';
import type { UserContext } from '../../core/context.ts';
import { AppError } from '../../core/errors.ts';
import { answerChange } from './changes.ts';
import { readerOf } from './discussion.presenter.ts';
import { type FoundDiscussion, findDiscussion, resolveDiscussion } from './discussion.repo.ts';
import { nextRevision } from './write.ts';

/**
 * Resolves or reopens a discussion; a repeated call keeps the first resolver. Its mark stays in the document
 * for reopening; editors show only open ones.
 * @throws AppError `notFound` when it was deleted meanwhile
 */
export async function setResolved(
  ctx: UserContext,
  channel: LoadedChannel,
  { id, documentId }: FoundDiscussion,
  resolved: boolean,
): Promise<DiscussionChange> {
  const revision = await transaction(ctx.db, async (tx) => {
    const next = await nextRevision(tx, ctx.platform, documentId);
    const now = await findDiscussion(tx, id);
    if (!now) throw new AppError('notFound');
    if ((now.resolvedAt !== null) !== resolved)
      await resolveDiscussion(tx, id, { resolverId: resolved ? ctx.actor.userId : null, revision: next });
    return next;
  });
  return answerChange(ctx.db, { documentId, discussionId: id, revision }, readerOf(ctx, channel));
}
